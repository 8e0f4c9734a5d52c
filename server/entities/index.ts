import { extendResources } from '../../resources/extend.ts'
import { resources as builtIn } from '../../resources/index.ts'
import type { Log } from '../log.ts'
import type { Settings } from '../settings.ts'
import { refuse } from './problems.ts'
import { readFolder, takeIn } from './read.ts'
import type { Joined } from './watch.ts'

/**
 * Takes the entities of ENTITIES_DIR in, beside the built-in ones: before the database is opened, since its tables follow them. Throws
 * StartError, one block that names file, place and remedy, where one of them cannot be.
 */
export async function joinEntities({ entitiesDir }: Pick<Settings, 'entitiesDir'>, log: Log): Promise<Joined> {
  const { joined, problems } = takeIn(await readFolder(entitiesDir), builtIn)
  if (problems.length > 0) refuse(problems)
  extendResources(joined.map(({ resource }) => resource))
  if (joined.length > 0) log.info({ entities: joined.map(({ resource }) => resource.path) }, 'entities of files joined')
  return joined
}
