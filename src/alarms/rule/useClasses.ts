import { useFormContext, useWatch } from 'react-hook-form'
import { useMemo } from 'react'
import { platformNow } from '../../../dataProvider/clock.ts'
import { labelIndex } from '../../../i18n/types.ts'
import { readConditions, WORST_CLASS } from '../../../resources/kit/rule.ts'
import type { Values } from '../../../resources/kit/validate.ts'
import { classWord, lawOf } from '../../../standards/index.ts'
import type { Medium } from '../../../standards/types.ts'
import { mediumOf } from '../../environment/judge.ts'
import { SCALE_OF, type Scale } from '../../environment/scale.ts'
import { useMeasures } from '../../environment/useJudge.ts'
import { useOffered } from '../../environment/useOffered.ts'
import { useZone } from '../../kit/hooks/useZone.ts'
import { useLanguage } from '../../kit/index.ts'
import { useIds } from './useModel.ts'

/** The classes of a node's pollutant by the scheme of the form's project. */
export interface NodeClasses {
  /** Null where nobody says what the node measures: classes are numbers then. */
  scale: Scale | null
  /** How many there are, the last the worst. */
  count: number
  /** What limits begin with: what is no longer as it should be. */
  usual: number
  /** "Moderately polluted (4)". */
  word: (level: number) => string
}

const USUAL: Readonly<Record<Medium, number>> = { air: 3, water: 4, noise: 2 }

/** What classes each node of the form's project has; null of one that no standard judges. */
export function useClasses(): (node: number | undefined) => NodeClasses | null {
  const isKnown = useOffered('environment-measures')
  const { pollutantOf, whereOf } = useMeasures()
  const project = Number(useWatch({ name: 'project_id' })) || null
  const [device = 0] = useIds('device_list')
  const place = labelIndex[useLanguage()]
  const zone = useZone()
  return useMemo(
    () => (node) => {
      if (!isKnown) return UNKNOWN
      const pollutant = node === undefined ? undefined : pollutantOf(node)
      const medium = pollutant === undefined ? undefined : mediumOf(pollutant)
      if (!medium) return null
      const law = lawOf(medium, zone.day(platformNow()), whereOf(device, project).scheme)
      return {
        scale: SCALE_OF[medium],
        count: law.classes.length,
        usual: USUAL[medium],
        word: (level) => classWord(law.code, level, place) ?? String(level),
      }
    },
    [isKnown, pollutantOf, whereOf, project, device, place, zone],
  )
}

const UNKNOWN: NodeClasses = { scale: null, count: WORST_CLASS, usual: 3, word: String }

/** The classes that the limits in the form are of; null while they are of values. */
export function useFormClasses(): NodeClasses | null {
  const [node] = useIds('nodemap_id')
  const classes = useClasses()
  const isOfClass = readConditions(useWatch({ name: 'conditions' }))?.calc === 'class'
  return isOfClass ? (classes(node) ?? UNKNOWN) : null
}

/** Makes the limits of the form classes, or values: those of one say nothing as the other. */
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
