import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { nodeCounts } from '../../dataProvider/calls.ts'
import { area } from '../../resources/area.ts'
import { device } from '../../resources/device.ts'
import { gateway } from '../../resources/gateway.ts'
import { isSuper, mayOpen, mayUse } from '../../resources/kit/access.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { node } from '../../resources/node.ts'
import { nodemap, product } from '../../resources/product.ts'
import { project } from '../../resources/project.ts'
import { useProductNames, useProjectNames, useLiveNames } from '../live/useLiveNames.ts'
import { ROOT_AREA } from '../../resources/area.ts'
import { useCaller } from '../kit/index.ts'

export interface Step {
  name: 'project' | 'area' | 'node' | 'product' | 'nodemap' | 'gateway' | 'device' | 'telemetry'
  done: boolean
  /** Where it is done, for who may; null for who may not, or not yet. */
  to: string | null
  /** It waits for the step before it. */
  waits?: boolean
}

/** From an empty platform to the first value. Projects are the super administrator's; whoever has one begins with its areas. `firstDevice`: its id, or null. */
export function useSteps(firstDevice: number | null): Step[] {
  const caller = useCaller()
  const names = useLiveNames(false)
  const projects = useProjectNames(isSuper(caller))
  const products = useProductNames()
  const counts = useQuery({
    queryKey: ['live', 'nodeCounts'],
    queryFn: ({ signal }) => nodeCounts(signal),
    staleTime: 60_000,
  })
  const client = useQueryClient()
  // Whoever comes back from making one of them sees it ticked.
  useEffect(() => {
    for (const key of ['live', area.path, gateway.path, product.path, project.path])
      void client.invalidateQueries({ queryKey: [key] })
  }, [client])
  const models = products.data ?? []
  const maps = mayUse(caller, nodemap, 'create')
  const to = (resource: Resource, done: boolean) =>
    !done && mayUse(caller, resource, 'create')
      ? `/${resource.path}/create`
      : mayOpen(caller, resource.menuKey)
        ? `/${resource.path}`
        : null
  const stepOf = (name: Step['name'], resource: Resource, done: boolean): Step => ({
    name,
    done,
    to: to(resource, done),
  })
  return [
    ...(projects ? [stepOf('project', project, projects.length > 0)] : []),
    stepOf(
      'area',
      area,
      (names.areas ?? []).some(({ id }) => id !== ROOT_AREA),
    ),
    stepOf('node', node, (counts.data?.nodes ?? 0) > 0),
    stepOf('product', product, models.length > 0),
    {
      name: 'nodemap',
      done: (counts.data?.nodemaps ?? 0) > 0,
      to: maps && models[0] ? `/${product.path}/${models[0].id}/nodemap/create` : null,
      waits: maps && products.data?.length === 0,
    },
    stepOf('gateway', gateway, names.gateways.size > 0),
    stepOf('device', device, firstDevice !== null),
    {
      name: 'telemetry',
      done: false,
      to: mayOpen(caller, device.menuKey)
        ? `/${device.path}${firstDevice === null ? '' : `/${firstDevice}/detail`}`
        : null,
    },
  ]
}
