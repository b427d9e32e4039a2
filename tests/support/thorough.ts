/** Returns the number of repetitions: `thorough` if THOROUGH is set, as in the nightly run, otherwise `usual`. */
export const repetitions = (usual: number, thorough: number): number =>
  process.env.THOROUGH ? thorough : usual
