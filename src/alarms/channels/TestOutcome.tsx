import type { UseMutationResult } from '@tanstack/react-query'
import type { testChannel } from '../../../dataProvider/calls/alarmChannels.ts'
import { Badge, messageOf } from '../../kit/index.ts'
import { useLateWords } from '../../kit/hooks/useLateWords.ts'
import css from './channels.module.css'

interface TestOutcomeProps {
  test: Pick<UseMutationResult<Awaited<ReturnType<typeof testChannel>>>, 'data' | 'error' | 'isPending'>
}

/** Result of a test message, announced to screen readers once it is known. */
export function TestOutcome({ test: { data, error, isPending } }: TestOutcomeProps) {
  const translate = useLateWords('channels')
  return (
    <div role="status" aria-busy={isPending}>
      {error && <p className={css.result}>{messageOf(error, translate)}</p>}
      {data && (
        <p className={css.result}>
          <Badge tone={data.ok ? 'online' : 'alarm'}>
            {translate(data.ok ? 'channels.state.sent' : 'channels.state.failed')}
          </Badge>
          <span>{data.explained}</span>
        </p>
      )}
    </div>
  )
}
