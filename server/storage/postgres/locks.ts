/** Keys of the advisory locks this program takes. */
export const SCHEMA = 7_341_001
export const PARTITIONS = 7_341_002
/** Held in shared mode while samples are stored, and exclusively while hours are rolled up. */
export const ROLLUP = 7_341_004
/** Held by the command that moves the history, for as long as it runs. */
export const MOVE = 7_341_005
