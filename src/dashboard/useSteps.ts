import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { nodeCounts } from '../../dataProvider/calls.ts'
import { namesQuery } from '../../dataProvider/names.ts'
import { area } from '../../resources/area.ts'
import { device } from '../../resources/device.ts'
import { gateway } from '../../resources/gateway.ts'
import { isSuper, mayOpen, mayUse } from '../../resources/kit/access.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { node } from '../../resources/node.ts'
import { nodemap, product } from '../../resources/product.ts'
import { project } from '../../resources/project.ts'
import { useAreaNames, useProductNames } from '../live/useLiveNames.ts'
import { ROOT_AREA } from '../../resources/area.ts'
import { useCaller } from '../kit/index.ts'

export interface Step {
  name: 'project' | 'area' | 'node' | 'product' | 'nodemap' | 'gateway' | 'device' | 'telemetry'
  /** Null: not known, not loaded yet or failed to load. */
  done: boolean | null
  /** Address of the step's page; null if the user may not open it, or not yet. */
  to: string | null
  /** Blocked by the previous step. */
  waits?: boolean
}

/**
 * Returns the steps from an empty platform to the first value. Only the super administrator creates projects; a user
 * who has a project starts with its areas. `firstDevice`: its id, or null.
 */
export function useSteps(firstDevice: number | null): Step[] {
  const caller = useCaller()
  const isOfAll = isSuper(caller)
  const areas = useAreaNames()
  const projects = useQuery({ ...namesQuery(project.path), enabled: isOfAll })
  const gateways = useQuery(namesQuery(gateway.path))
  const products = useProductNames()
  const counts = useQuery({
    queryKey: ['live', 'nodeCounts'],
    queryFn: ({ signal }) => nodeCounts(signal),
    staleTime: 60_000,
  })
  const client = useQueryClient()
  // A user who returns after completing a step sees it ticked.
  useEffect(() => {
    for (const key of ['live', area.path, gateway.path, product.path, project.path])
      void client.invalidateQueries({ queryKey: [key] })
  }, [client])
  const models = products.data ?? []
  const maps = mayUse(caller, nodemap, 'create')
  const to = (resource: Resource, done: boolean | null) =>
    !done && mayUse(caller, resource, 'create')
      ? `/${resource.path}/create`
      : mayOpen(caller, resource.menuKey)
        ? `/${resource.path}`
        : null
  const stepOf = (name: Step['name'], resource: Resource, count: number | null | undefined): Step => {
    const done = count == null ? null : count > 0
    return { name, done, to: to(resource, done) }
  }
  return [
    ...(isOfAll ? [stepOf('project', project, projects.data?.total)] : []),
    stepOf('area', area, areas.data?.filter(({ id }) => id !== ROOT_AREA).length),
    stepOf('node', node, counts.data?.nodes),
    stepOf('product', product, products.data?.length),
    {
      name: 'nodemap',
      done: counts.data?.nodemaps == null ? null : counts.data.nodemaps > 0,
      to: maps && models[0] ? `/${product.path}/${models[0].id}/nodemap/create` : null,
      waits: maps && products.data?.length === 0,
    },
    stepOf('gateway', gateway, gateways.data?.total),
    stepOf('device', device, firstDevice === null ? 0 : 1),
    {
      name: 'telemetry',
      done: false,
      to: mayOpen(caller, device.menuKey)
        ? `/${device.path}${firstDevice === null ? '' : `/${firstDevice}/detail`}`
        : null,
    },
  ]
}
