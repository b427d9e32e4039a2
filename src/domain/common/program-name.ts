const OF_PROGRAM = ' (API key)'

/** Returns how members see the name of an API key, such as `Zapier (API key)`. */
export const programName = (name: string): string => `${name}${OF_PROGRAM}`

/** Returns whether a name is one that {@link programName} returns. */
export const isProgramName = (name: string): boolean => name.endsWith(OF_PROGRAM)
