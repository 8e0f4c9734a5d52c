import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { productNames } from '../../../dataProvider/calls.ts'
import { area } from '../../../resources/area.ts'
import { device } from '../../../resources/device.ts'
import { gateway } from '../../../resources/gateway.ts'
import { isSuper, mayOpen, mayUse } from '../../../resources/kit/access.ts'
import type { Resource } from '../../../resources/kit/define.ts'
import { product } from '../../../resources/product.ts'
import { project } from '../../../resources/project.ts'
import { useNames } from '../../live/useNames.ts'
import { ROOT_AREA } from '../../ui/areaTree/tree.ts'
import { useCaller } from '../../ui/index.ts'
import { useProjectNames } from '../alarms/useProjectNames.ts'

export interface Step {
  name: 'project' | 'area' | 'product' | 'gateway' | 'device' | 'telemetry'
  done: boolean
  /** Where it is done, for who may; null for who may not. */
  to: string | null
}

/** From an empty platform to the first value. Projects are the super administrator's; whoever has one begins with its areas. */
export function useSteps(devices: number): Step[] {
  const caller = useCaller()
  const names = useNames(false)
  const projects = useProjectNames(isSuper(caller))
  const products = useQuery({ queryKey: ['live', 'productNames'], queryFn: ({ signal }) => productNames(signal), staleTime: 300_000 })
  const client = useQueryClient()
  // Whoever comes back from making one of them sees it ticked.
  useEffect(() => void client.invalidateQueries({ queryKey: ['live'] }), [client])
  const to = (resource: Resource, done: boolean) => (!done && mayUse(caller, resource, 'create') ? `/${resource.path}/create` : mayOpen(caller, resource.menuKey) ? `/${resource.path}` : null)
  const made = (name: Step['name'], resource: Resource, done: boolean): Step => ({ name, done, to: to(resource, done) })
  return [
    ...(projects ? [made('project', project, projects.length > 0)] : []),
    made('area', area, (names.areas ?? []).some(({ id }) => id !== ROOT_AREA)),
    made('product', product, (products.data ?? []).length > 0),
    made('gateway', gateway, names.gateways.size > 0),
    made('device', device, devices > 0),
    { name: 'telemetry', done: false, to: mayOpen(caller, device.menuKey) ? `/${device.path}` : null },
  ]
}
