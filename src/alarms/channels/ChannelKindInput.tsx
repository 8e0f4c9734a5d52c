import { Button } from '@mui/material'
import { CHANNEL_KIND } from '../../../resources/channel.ts'
import type { ControlProps } from '../../admin/fields/controls/control.ts'
import { ChoiceInput } from '../../admin/fields/controls/selectInputs.tsx'
import { PushOptIn } from './PushOptIn.tsx'
import { TestOutcome } from './TestOutcome.tsx'
import { useChannelTest } from './useChannelTest.ts'
import { useLateWords } from '../../kit/hooks/useLateWords.ts'
import css from './channels.module.css'

/**
 * Input for the kind of a channel. Browser push has no address beside which the test could stand: its test stands here,
 * with the opt-in of this browser that push needs.
 */
export function ChannelKindInput(control: ControlProps) {
  return (
    <>
      <ChoiceInput {...(control as unknown as ControlProps<'choice'>)} />
      {Number(control.value) === CHANNEL_KIND.push && <PushTest />}
    </>
  )
}

function PushTest() {
  const translate = useLateWords('channels')
  const { test, begin, isTold } = useChannelTest()
  return (
    <div className={css.pushed}>
      <PushOptIn />
      <Button loading={test.isPending} onClick={() => void begin()}>
        {translate('channels.send')}
      </Button>
      {isTold && <TestOutcome test={test} />}
    </div>
  )
}
