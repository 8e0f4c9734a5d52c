/** Labels of one sheet: more are a job for a printer's own programme. */
export const MOST_LABELS = 500
