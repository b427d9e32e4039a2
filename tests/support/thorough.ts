/** Returns the number of repetitions: `thorough` if THOROUGH is set, as in the nightly run, otherwise `usual`. */
export const repetitions = (usual: number, thorough: number): number =>
  process.env.THOROUGH ? thorough : usual

/** Returns all items if THOROUGH is set, otherwise every `step`-th one, beginning with the one at `first`. */
export const sampleOf = <T>(items: readonly T[], step: number, first = 0): T[] =>
  items.filter((_, index) => process.env.THOROUGH || index % step === first)
