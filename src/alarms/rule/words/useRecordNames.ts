import { resourceOf } from '../../../../resources/index.ts'
import { titleOf } from '../../../../resources/kit/named.ts'
import { rowsById, useNames } from '../../../admin/fields/names.ts'

/**
 * What records are called, '#7' where a name is unknown, '' until the names are there. They are asked for where there is an id to name.
 *
 * @param path of their resource
 * @param ids those that will be asked for
 */
export function useRecordNames(path: string, ids: readonly number[]): (id: number) => string {
  const { data, isPending } = useNames(path, ids.length > 0)
  return (id) => {
    const row = data && rowsById(data).get(id)
    if (row) return titleOf(resourceOf(path), row)
    return isPending ? '' : `#${id}`
  }
}
