import type { Transaction } from 'kysely'
import { labelIndex, type Language } from '../../../i18n/types.ts'
import { readAlarmResults, resultName, type AlarmResult } from '../../../resources/kit/alarmResults.ts'
import { builtInResults } from '../../../resources/kit/episode.ts'
import type { Storage, Tables } from '../../storage/types.ts'

type Read = Storage['read'] | Transaction<Tables>

/** Returns a project's own results, in the project's order. */
export async function ownResults(read: Read, project: number): Promise<readonly AlarmResult[]> {
  const row = await read.selectFrom('project').select('alarm_results').where('id', '=', project).executeTakeFirst()
  return readAlarmResults(row?.alarm_results) ?? []
}

/** Whether closing with a result counts as a false alarm; null where the project has no such result. */
export async function countsAsFalse(read: Read, project: number, result: string | null): Promise<boolean | null> {
  if (result === null || result === 'handled') return false
  if (result === 'false_alarm') return true
  return (await ownResults(read, project)).find(({ id }) => id === result)?.isFalse ?? null
}

/**
 * Returns the function that names results of projects. There is no query where no row has a project's own result. A
 * built-in or deleted result has no name here: null.
 */
export async function resultNames(
  read: Read,
  rows: readonly { project_id: number; result: string | null }[],
  language: Language,
): Promise<(row: { project_id: number; result: string | null }) => string | null> {
  const projects = [...new Set(rows.filter(({ result }) => isOwn(result)).map(({ project_id }) => project_id))]
  const found = new Map<number, readonly AlarmResult[]>()
  for (const project of projects) found.set(project, await ownResults(read, project))
  return ({ project_id, result }) => {
    const own = isOwn(result) ? found.get(project_id)?.find(({ id }) => id === result) : undefined
    return own ? resultName(own, labelIndex[language]) : null
  }
}

const isOwn = (result: string | null): boolean =>
  result !== null && !builtInResults.some((builtIn) => builtIn === result)
