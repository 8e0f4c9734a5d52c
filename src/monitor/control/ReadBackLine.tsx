import { CircleCheck, CircleHelp, Clock, TriangleAlert } from 'lucide-react'
import { useTranslate } from 'react-admin'
import type { NodeState } from '../../../dataProvider/normalise.ts'
import { resultWords, spanWords } from '../../live/commandWords.ts'
import css from '../list/actions.module.css'
import type { ReadBack } from './useReadBack.ts'

/** Time a device has to answer until the platform reports one, ms. */
const DEFAULT_READ_BACK_MS = 30_000

/** Shows the outcome of the value that was sent, from waiting to its end; nothing before a value was sent. */
export function ReadBackLine({ node, followed }: { node: NodeState; followed: ReadBack['followed'] }) {
  const translate = useTranslate()
  if (followed === null) return null
  const { waiting, superseded, command, failed } = followed
  const result = command?.result ?? null
  const [Icon, state] = waiting
    ? ([Clock, 'waiting'] as const)
    : failed || superseded
      ? ([CircleHelp, 'unknown'] as const)
      : result === 'confirmed'
        ? ([CircleCheck, 'confirmed'] as const)
        : ([TriangleAlert, 'failed'] as const)
  const words = waiting
    ? translate('control.waitingUpTo', { span: spanWords(command?.within ?? DEFAULT_READ_BACK_MS, translate) })
    : failed
      ? translate('control.unknown')
      : superseded
        ? translate('control.superseded')
        : resultWords(result, command?.reported ?? null, node, translate)
  return (
    <span className={css.readBack} role="status" data-state={state}>
      <Icon size={16} aria-hidden />
      {words}
    </span>
  )
}
