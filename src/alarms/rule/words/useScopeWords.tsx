import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { area } from '../../../../resources/area.ts'
import { device } from '../../../../resources/device.ts'
import { readScope } from '../../../../resources/kit/rule.ts'
import { POLLUTANTS } from '../../../../resources/pollutants.ts'
import { product } from '../../../../resources/product.ts'
import { useInnerLabel } from '../../../admin/fields/useLabel.ts'
import { useIds } from '../useModel.ts'
import { useRecordNames } from './useRecordNames.ts'
import type { Speech } from './useSpeech.tsx'

/**
 * Words for the devices that the rule in the form watches: devices chosen by hand, or all of a scope with its
 * exceptions. Nothing while none is chosen.
 */
export function useScopeWords({ say, few, strong }: Speech): ReactNode[] {
  const scope = readScope(useWatch({ name: 'scope' }))
  const byHand = useIds('device_list')
  const label = useInnerLabel()
  const named = scope ? scope.except : byHand
  const deviceName = useRecordNames(device.path, named)
  const modelName = useRecordNames(product.path, idsOf(scope?.model))
  const areaName = useRecordNames(area.path, idsOf(scope?.area))
  const devices = few(
    named.map((id) => strong(deviceName(id))),
    'ruleForm.scope.more',
  )
  if (!scope) return byHand.length > 0 ? [say('ruleForm.scope.devices', { devices })] : []
  const pollutant = POLLUTANTS.find(({ value }) => value === scope.pollutant)
  const model = scope.model === null ? null : strong(modelName(scope.model))
  const measured = pollutant && strong(label(pollutant.label))
  const what = measured
    ? say(model ? 'ruleForm.scope.both' : 'ruleForm.scope.pollutant', { model, pollutant: measured })
    : say('ruleForm.scope.model', { model })
  const where =
    scope.area === null
      ? say('ruleForm.scope.project')
      : say('ruleForm.scope.area', { area: strong(areaName(scope.area)) })
  const except = scope.except.length > 0 && say('ruleForm.scope.except', { devices })
  return [say('ruleForm.scope.all', { what, where, except })]
}

const idsOf = (id: number | null | undefined): number[] => (id === null || id === undefined ? [] : [id])
