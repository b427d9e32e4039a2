import { createContext, useContext } from 'react'

/** Where the screen points to outside of the console; null where nothing is set. */
export interface Links {
  widgetUrl: string
  helpUrl: string | null
  salesEmail: string | null
  hasSupportChat: boolean
}

const Context = createContext<Links>({
  widgetUrl: '',
  helpUrl: null,
  salesEmail: null,
  hasSupportChat: false,
})

export const LinksProvider = Context.Provider

export const useLinks = (): Links => useContext(Context)
