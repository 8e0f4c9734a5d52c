/**
 * Keys of pages that other modules check: callers who may open the page may follow links to it, or read what it shows.
 */
export const OVERVIEW_KEY = '1'
export const HISTORY_KEY = '2-2'
export const ALARMS_KEY = '2-3'
export const OPERATIONS_KEY = '2-4'
export const COMPARISON_KEY = '2-5'
export const RANKING_KEY = '2-9'
export const BIG_SCREEN_KEY = '8'
