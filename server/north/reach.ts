import { parseIds, type Caller } from '../../resources/kit/access.ts'
import type { Registry } from '../platform.ts'
import type { Row } from '../storage/row.ts'

/** Whether a caller may see every device that an interface names and that still exists. */
export const reachesAll = (
  registry: Pick<Registry, 'device' | 'mayTouch'>,
  caller: Caller,
  devices: Row[string] | undefined,
): boolean =>
  parseIds(typeof devices === 'string' ? devices : null).every((id) => {
    const device = registry.device(id)
    return device === undefined || registry.mayTouch(caller, device)
  })
