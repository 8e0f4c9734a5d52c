import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { modelNodes } from '../../../dataProvider/calls/device.ts'
import type { Row } from '../../../dataProvider/rows.ts'
import { nameOrNumber } from '../../../resources/kit/named.ts'
import type { ControlProps } from '../../admin/fields/controls/control.ts'
import { FetchProblem } from '../../admin/fields/controls/FetchProblem.tsx'
import { Choices } from '../../admin/fields/controls/selectInputs.tsx'

/**
 * Input for a node of the model of a device that a sibling field names: other_nodemap_id belongs to other_device_id.
 */
export function ModelNodeInput(control: ControlProps) {
  const device: unknown = useWatch({ name: control.name.replace('nodemap_id', 'device_id') })
  const { nodes, loading, error, retry } = useDeviceNodes(Number(device) || null)
  return (
    <>
      <Choices
        control={control}
        choices={nodes.map((node) => ({
          value: node.id,
          label: `${nameOrNumber(node.id, node.alias, node.name)}${node.unitname ? ` (${node.unitname})` : ''}`,
        }))}
        loading={loading}
        failed={error !== null}
      />
      <FetchProblem error={error} onRetry={retry} />
    </>
  )
}

function useDeviceNodes(id: number | null) {
  const dataProvider = useDataProvider()
  const device = useQuery({
    queryKey: ['manage/device', 'owner', id],
    queryFn: async () => (await dataProvider.getOne<Row>('manage/device', { id: id ?? 0 })).data,
    enabled: id !== null,
    retry: false,
  })
  const model = Number(device.data?.['devicetype_id']) || null
  const nodes = useQuery({
    queryKey: ['manage/product/nodemap', 'model', model],
    queryFn: ({ signal }) => modelNodes(model ?? 0, signal),
    enabled: model !== null,
    retry: false,
  })
  return {
    nodes: nodes.data ?? [],
    loading: id !== null && (device.isLoading || nodes.isLoading),
    error: device.error ?? nodes.error,
    retry: () => Promise.all([device.isError && device.refetch(), nodes.isError && nodes.refetch()]),
  }
}
