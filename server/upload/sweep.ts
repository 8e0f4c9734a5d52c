import { sql } from 'kysely'
import { allResources } from '../../resources/index.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { holdsText } from '../../resources/kit/types/index.ts'
import { HOUR } from '../../resources/kit/zone.ts'
import type { Platform } from '../platform.ts'
import type { Job } from '../platform/processes.ts'
import { createUploads } from './store.ts'

/** How long a form may stay open before its picture is saved with it, ms. */
const MIN_AGE_MS = 24 * HOUR

/**
 * Job that removes uploaded pictures that no record names: those of forms that were never saved, and of records that
 * were changed or deleted.
 */
export const uploadsJob = (
  { storage, settings, log }: Pick<Platform, 'storage' | 'settings' | 'log'>,
  now: () => number = Date.now,
): Job => ({
  name: 'uploads',
  everyMs: HOUR,
  async run(signal) {
    const uploads = createUploads(settings.dataDir)
    // The files are listed first: a file uploaded while the records are read is not considered.
    const old = await uploads.olderThan(now() - MIN_AGE_MS)
    if (old.length === 0 || signal.aborted) return
    const named = await namesIn(storage)
    const unused = old.filter((name) => !named.has(name))
    for (const name of unused) if (!signal.aborted) await uploads.remove(name)
    if (unused.length > 0) log.info({ files: unused.length }, 'pictures that no record uses were removed')
  },
})

/** Comments on alarms contain pictures too. */
const ACTS = ['episodeact', 'data']

/**
 * Returns every file that a text of any record names: pictures occur in fields of their own, and inside screens and
 * other JSON.
 */
async function namesIn({ readAny }: Platform['storage']): Promise<ReadonlySet<string>> {
  const names = new Set<string>()
  const places = allResources.flatMap((resource) => textColumns(resource).map((column) => [resource.table, column]))
  for (const [table = '', column = ''] of [...places, ACTS]) {
    const { rows } = await sql<{
      text: string
    }>`select ${sql.ref(column)} as text from ${sql.table(table)} where ${sql.ref(column)} like '%/upload/%'`.execute(
      readAny,
    )
    for (const { text } of rows)
      for (const [, name] of text.matchAll(/\/upload\/([\w.]+)/g)) if (name !== undefined) names.add(name)
  }
  return names
}

const textColumns = ({ fields }: Resource): string[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    holdsText(field) && !field.computed && !field.secret ? [name] : [],
  )
