import { nameIn, useNames } from '../../../admin/fields/names.ts'

/**
 * What records are called as in tables, '#7' where a name is unknown, '' until the names are there. They are asked for where there is an id to name.
 *
 * @param path of their resource
 * @param ids those that will be asked for
 */
export function useRecordNames(path: string, ids: readonly number[]): (id: number) => string {
  const { data, isPending } = useNames(path, ids.length > 0)
  return (id) => (data && nameIn(path, data, id)) ?? (isPending ? '' : `#${id}`)
}
