/** The files of a data folder. */
export const DATABASE_FILE = 'platform.db'
export const LOCK_FILE = 'lock.db'
