import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useTranslate } from 'react-admin'
import { modelNodes, NODE_COLUMNS } from '../../../dataProvider/calls/device.ts'
import { isSuper } from '../../../resources/kit/access.ts'
import { formatNumber } from '../../admin/fields/formats.ts'
import { nameIn, useNames } from '../../admin/fields/names.ts'
import { EmptyState, useCaller } from '../../kit/index.ts'
import tableCss from '../../admin/list/table/table.module.css'
import { StackedDialog } from './StackedDialog.tsx'
import { QueryContent } from './QueryContent.tsx'
import css from './device.module.css'

const NUMBERS: ReadonlySet<string> = new Set(['nodeID', 'nodeaddr', 'unitfactor'])

/** The nodes that devices of a product model send, with the columns of spec 2 §3. */
export function NodesDialog({ model, name, onClose }: { model: number; name: string; onClose: () => void }) {
  const translate = useTranslate()
  const superUser = isSuper(useCaller())
  const query = useQuery({
    queryKey: ['manage/product/nodemap', 'model', model],
    queryFn: ({ signal }) => modelNodes(model, signal),
    retry: false,
  })
  const { data: projects, isPending } = useNames('permissionCenter/project', superUser)
  const columns = NODE_COLUMNS.filter((column) => column !== 'project_id' || superUser)
  const textOf = (column: string, value: string | number | null): string => {
    if (value === null || value === '') return '—'
    if (column === 'project_id' && !projects) return isPending ? '…' : '—'
    if (column === 'project_id') return nameIn('permissionCenter/project', projects ?? [], Number(value)) ?? `#${value}`
    return NUMBERS.has(column) ? formatNumber(value) : String(value)
  }
  return (
    <StackedDialog title={translate('device.nodes.title', { name })} width={990} onClose={onClose}>
      <QueryContent query={query}>
        {(nodes) =>
          nodes.length === 0 ? (
            <EmptyState title={translate('device.nodes.none')} />
          ) : (
            <div className={css.table}>
              <table className={clsx(tableCss.table, css.rowsTable)}>
                <thead>
                  <tr>
                    <th scope="col">{translate('crud.id')}</th>
                    {columns.map((column) => (
                      <th key={column} scope="col">
                        {translate(`device.nodes.${column}`)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {nodes.map((node) => (
                    <tr key={node.id}>
                      <td>{node.id}</td>
                      {columns.map((column) => (
                        <td key={column}>{textOf(column, node[column])}</td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </QueryContent>
    </StackedDialog>
  )
}
