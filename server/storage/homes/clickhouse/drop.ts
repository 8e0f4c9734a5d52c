import type { ClickHouse } from './client.ts'

/**
 * Drops the months (UTC) that lie wholly before a time (epoch ms), and deletes older rows from the month that contains
 * it.
 */
export async function dropOldHistory(clickhouse: ClickHouse, before: number): Promise<void> {
  for (const month of await monthsOf(clickhouse))
    if (monthEnd(month) <= before) await clickhouse.run(`alter table history drop partition ${month}`)
  const time = Math.ceil(before)
  const [[older] = []] = await clickhouse.rows(`select count() > 0 from history where ts < ${time}`)
  // A deletion writes a mask over every part that it reaches, so it is skipped where there is nothing to delete.
  if (older === '1') await clickhouse.run(`delete from history where ts < ${time}`)
}

async function monthsOf(clickhouse: ClickHouse): Promise<number[]> {
  const rows = await clickhouse.rows(
    `select distinct partition from system.parts where database = currentDatabase() and table = 'history' and active`,
  )
  return rows.map(([partition]) => Number(partition)).filter(Number.isInteger)
}

/** Returns when a month, given as a number such as 202511, ends, epoch ms. */
export const monthEnd = (month: number): number => Date.UTC(Math.floor(month / 100), month % 100)
