import { useEffect, useMemo } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { Row } from '../../../../dataProvider/rows.ts'
import { isSuper } from '../../../../resources/kit/access.ts'
import { readScope, type Scope } from '../../../../resources/kit/rule.ts'
import type { Values } from '../../../../resources/kit/validate.ts'
import { POLLUTANTS, type Pollutant } from '../../../../resources/pollutants.ts'
import { useFormInfo } from '../../../admin/fields/formContext.ts'
import { useNames } from '../../../admin/fields/names.ts'
import { useMeasures } from '../../../environment/useJudge.ts'
import { useExtensions } from '../../../kit/hooks/useExtensions.ts'
import { useIds } from '../useModel.ts'
import { measuringOf, scoped } from './scoped.ts'

/** A rule's scope, and the devices it covers among those that the console knows by name. */
export interface ScopeFacts {
  /** Null: the devices are chosen by hand. */
  scope: Scope | null
  /**
   * The project's models that have devices, its areas, and the pollutants that its devices measure; no pollutants where
   * the platform does not support them in a scope.
   */
  models: readonly Row[]
  areas: readonly Row[]
  pollutants: readonly Pollutant[]
  /** Devices of the scope, and devices that it would have without its exceptions. */
  found: readonly Row[]
  open: readonly Row[]
}

/**
 * Reads the scope that a field holds, and writes its devices into the form's device list, where other parts of the form
 * read them.
 */
export function useScope(value: unknown): ScopeFacts {
  const { caller } = useFormInfo()
  const { setValue } = useFormContext<Values>()
  const { data: devices = NONE } = useNames('manage/device')
  const { data: areas = NONE } = useNames('manage/area')
  const { data: products = NONE } = useNames('manage/product')
  const offered = useExtensions()?.has('alarm-pollutant') === true
  const { nodesOf } = useMeasures(offered)
  const [node] = useIds('nodemap_id')
  const conditions: unknown = useWatch({ name: 'conditions' })
  const chosen = Number(useWatch({ name: 'project_id' })) || null
  const project = (isSuper(caller) ? chosen : caller.project_id) ?? 0
  const scope = useMemo(() => readScope(value), [value])
  const own = useMemo(() => devices.filter((row) => Number(row['project_id']) === project), [devices, project])
  const models = useMemo(() => new Set(own.map(modelOf)), [own])
  const { found, open, judged } = useMemo(() => {
    if (!scope) return { found: NONE, open: NONE, judged: undefined }
    const of = (asked: Scope, measuring?: ReadonlySet<number>): Row[] =>
      scoped(asked, project, devices, areas, measuring)
    const first = (all: ReadonlySet<number>) => of(scope, all).map(modelOf)[0]
    const measuring = measuringOf(scope, node, conditions, nodesOf, first)
    const rows = of(scope, measuring?.models)
    // The form offers the nodes of the first device: so a device that has the rule's node comes first, or else one with
    // a similar node.
    const model = rows.some((row) => modelOf(row) === measuring?.node.model)
      ? measuring?.node.model
      : rows.map(modelOf)[0]
    const later = (row: Row): number => (!measuring || modelOf(row) === model ? 0 : 1)
    return {
      found: rows.toSorted((a, b) => later(a) - later(b)),
      open: of({ ...scope, except: [] }, measuring?.models),
      judged:
        measuring?.node.model === model
          ? measuring?.node.id
          : measuring?.nodes.find((each) => each.model === model)?.id,
    }
  }, [scope, node, conditions, project, devices, areas, nodesOf])
  const ids = found.map((device) => device.id).join(',')
  const isScoped = scope !== null
  useEffect(() => {
    if (!isScoped) return
    setValue('device_list', ids, { shouldValidate: ids !== '' })
    if (judged !== undefined && judged !== node) setValue('nodemap_id', String(judged), { shouldValidate: true })
  }, [isScoped, ids, judged, node, setValue])
  return {
    scope,
    models: products.filter((product) => models.has(Number(product.id))),
    areas: areas.filter((row) => Number(row['project_id']) === project),
    pollutants: offered ? POLLUTANTS.filter(({ key }) => nodesOf(key).some(({ model }) => models.has(model))) : [],
    found,
    open,
  }
}

const modelOf = (row: Row): number => Number(row['devicetype_id'])
const NONE: readonly Row[] = []
