import { useFormContext, useWatch } from 'react-hook-form'
import { useMemo } from 'react'
import { readConditions, WORST_CLASS } from '../../../resources/kit/rule.ts'
import type { Values } from '../../../resources/kit/validate.ts'
import type { Medium } from '../../../standards/types.ts'
import { SCALE_OF, type Scale } from '../../environment/scale.ts'
import { useLawOfNode } from '../../environment/useLawOfNode.ts'
import { useOffered } from '../../environment/useOffered.ts'
import { useIds } from './useModel.ts'

/** Classes of a node's pollutant by the scheme of the form's project. */
export interface NodeClasses {
  /** Null where the node's pollutant is unknown: classes are then numbers. */
  scale: Scale | null
  /** Number of classes, the last being the worst. */
  count: number
  /** Whether the node has an index too. */
  hasIndex: boolean
  /** Initial class of a limit: the first one that is worse than it should be. */
  usual: number
  /** Returns e.g. "Moderately polluted (4)". */
  word: (level: number) => string
}

const USUAL: Readonly<Record<Medium, number>> = { air: 3, water: 4, noise: 2 }

/** Returns the classes of each node of the form's project; null for a node that no standard judges. */
export function useClasses(): (node: number | undefined) => NodeClasses | null {
  const isKnown = useOffered('environment-measures')
  const lawOfNode = useLawOfNode()
  const project = Number(useWatch({ name: 'project_id' })) || null
  return useMemo(
    () => (node) => {
      if (!isKnown) return UNKNOWN
      const law = node === undefined ? null : lawOfNode(node, project)
      if (!law) return null
      const { medium, count, hasIndex, word } = law
      return { scale: SCALE_OF[medium], count, hasIndex, usual: USUAL[medium], word }
    },
    [isKnown, lawOfNode, project],
  )
}

const UNKNOWN: NodeClasses = { scale: null, count: WORST_CLASS, hasIndex: true, usual: 3, word: String }

/** Returns the classes that the form's limits refer to; null while the limits are values. */
export function useFormClasses(): NodeClasses | null {
  const [node] = useIds('nodemap_id')
  const classes = useClasses()
  const isOfClass = readConditions(useWatch({ name: 'conditions' }))?.calc === 'class'
  return isOfClass ? (classes(node) ?? UNKNOWN) : null
}

/**
 * Converts the form's limits to classes, or to numbers. The old limits are dropped, since a class says nothing as a
 * value or an index, nor the other way round.
 */
export function useChangeLimits(): (level: number | null) => void {
  const form = useFormContext<Values>()
  return (level) => {
    const write = (name: string, value: Values[string]): void => form.setValue(name, value, { shouldDirty: true })
    if (level !== null) write('com_oper', AT_LEAST)
    for (const name of ['params_y', 'limits']) write(name, '')
    write('hysteresis', '0')
    write('params_x', level === null ? '' : String(level))
  }
}

/** Operator for a class: at least that bad. */
export const AT_LEAST = 1
