/** Returns averaging periods (`periodOfMean`) as text: "8 小时", for several "1 小时 / 8 小时". */
export const periodWords = (periods: readonly string[], translate: (key: string, options?: object) => string): string =>
  periods.map((period) => translate(`environment.period.${period}`, { _: period })).join(' / ')
