import { extendResources } from '../../resources/extend.ts'
import { resources as builtIn } from '../../resources/index.ts'
import type { Log } from '../log.ts'
import type { RejectedFile } from '../platform.ts'
import type { Settings } from '../settings.ts'
import { definitionsIn, rejectedIn, logJoined } from './rejected.ts'
import { readEntity, readFolder, type ReadEntity } from './read.ts'
import { pair, settle } from './resolve.ts'

export { rejectedBlock } from './rejected.ts'

/** The files of ENTITIES_DIR, each read by itself. Throws StartError where the folder that was named cannot be read. */
export async function readEntities({ entitiesDir }: Pick<Settings, 'entitiesDir'>): Promise<ReadEntity[]> {
  return (await readFolder(entitiesDir)).map(readEntity)
}

/**
 * Takes the entities of ENTITIES_DIR in, beside the built-in ones, where no database remembers any: a file that cannot be used is left out.
 * Answers those. With a database, watch.ts does it.
 */
export async function joinEntities(
  settings: Pick<Settings, 'entitiesDir'>,
  log: Log,
): Promise<readonly RejectedFile[]> {
  const { candidates } = pair(await readEntities(settings), [])
  await settle(candidates, builtIn, async () => [])
  const [joined, rejected] = [definitionsIn(candidates), rejectedIn(candidates)]
  extendResources(joined)
  logJoined(log, joined, rejected)
  return rejected
}
