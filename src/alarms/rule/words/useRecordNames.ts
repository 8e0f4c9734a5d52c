import { nameIn, useNames } from '../../../admin/fields/names.ts'

/**
 * Returns a function that names records as tables do: '#7' where the name is unknown, '' while names are loading. Names
 * are requested only if there is an id.
 *
 * @param path path of the records' resource
 * @param ids ids that will be named
 */
export function useRecordNames(path: string, ids: readonly number[]): (id: number) => string {
  const { data, isPending } = useNames(path, ids.length > 0)
  return (id) => (data && nameIn(path, data, id)) ?? (isPending ? '' : `#${id}`)
}
