/** How long means are (`periodOfMean`) in words: "8 小时", of several "1 小时 / 8 小时". */
export const periodWords = (periods: readonly string[], translate: (key: string, options?: object) => string): string =>
  periods.map((period) => translate(`environment.period.${period}`, { _: period })).join(' / ')
