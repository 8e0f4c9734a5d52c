/** Maximum number of labels of one sheet: larger numbers are a job for a printer's own software. */
export const MAX_LABELS = 500
