import { extendResources } from '../../resources/extend.ts'
import { resources as builtIn } from '../../resources/index.ts'
import type { Log } from '../log.ts'
import type { RejectedFile } from '../platform.ts'
import type { Settings } from '../settings.ts'
import { definitionsIn, rejectedIn, logJoined } from './rejected.ts'
import { readEntity, readFolder, type ReadEntity } from './read.ts'
import { pair, settle } from './resolve.ts'

export { rejectedBlock } from './rejected.ts'

/**
 * Reads the files of ENTITIES_DIR, each on its own.
 * @throws {StartError} where the folder that the setting names cannot be read
 */
export async function readEntities({ entitiesDir }: Pick<Settings, 'entitiesDir'>): Promise<ReadEntity[]> {
  return (await readFolder(entitiesDir)).map(readEntity)
}

/**
 * Adds the entities of ENTITIES_DIR to the built-in ones, where there is no database that remembers definitions. Files
 * that cannot be used are left out and returned. With a database, watch.ts does this.
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
