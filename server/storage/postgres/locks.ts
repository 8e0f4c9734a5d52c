/** Keys of the advisory locks this program takes. */
export const SCHEMA = 7_341_001
export const PARTITIONS = 7_341_002
/** Held by whoever stores samples, together; by whoever rolls hours up, alone. */
export const ROLLUP = 7_341_004
/** Held by the command that moves the history, for as long as it runs. */
export const MOVE = 7_341_005
