import { createContext, useContext } from 'react'

/** External links of the screen. Null if not configured. */
export interface Links {
  widgetUrl: string
  helpUrl: string | null
  salesEmail: string | null
  supportChatUrl: string | null
}

const Context = createContext<Links>({
  widgetUrl: '',
  helpUrl: null,
  salesEmail: null,
  supportChatUrl: null,
})

export const LinksProvider = Context.Provider

export const useLinks = (): Links => useContext(Context)
