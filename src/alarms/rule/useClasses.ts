import { useFormContext, useWatch } from 'react-hook-form'
import { useMemo } from 'react'
import { readConditions, WORST_CLASS } from '../../../resources/kit/rule.ts'
import type { Values } from '../../../resources/kit/validate.ts'
import type { Medium } from '../../../standards/types.ts'
import { SCALE_OF, type Scale } from '../../environment/scale.ts'
import { useLawOfNode } from '../../environment/useLawOfNode.ts'
import { useOffered } from '../../environment/useOffered.ts'
import { useIds } from './useModel.ts'

/** The classes of a node's pollutant by the scheme of the form's project. */
export interface NodeClasses {
  /** Null where nobody says what the node measures: classes are numbers then. */
  scale: Scale | null
  /** How many there are, the last the worst. */
  count: number
  /** Whether it has an index too. */
  hasIndex: boolean
  /** What limits begin with: what is no longer as it should be. */
  usual: number
  /** "Moderately polluted (4)". */
  word: (level: number) => string
}

const USUAL: Readonly<Record<Medium, number>> = { air: 3, water: 4, noise: 2 }

/** What classes each node of the form's project has; null of one that no standard judges. */
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

/** The classes that the limits in the form are of; null while they are of values. */
export function useFormClasses(): NodeClasses | null {
  const [node] = useIds('nodemap_id')
  const classes = useClasses()
  const isOfClass = readConditions(useWatch({ name: 'conditions' }))?.calc === 'class'
  return isOfClass ? (classes(node) ?? UNKNOWN) : null
}

/** Makes the limits of the form classes, or numbers: those of one say nothing as the other, and those of values nothing as indices. */
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

/** The comparison of a class: at least that bad. */
export const AT_LEAST = 1
