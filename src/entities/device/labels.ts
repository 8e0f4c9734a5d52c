/** Labels of one sheet: more are a job for a printer's own programme. */
export const MAX_LABELS = 500
