import { Button } from '@mui/material'
import { TextBox } from '../../admin/fields/controls/basicInputs.tsx'
import type { ControlProps } from '../../admin/fields/controls/control.ts'
import { TestOutcome } from './TestOutcome.tsx'
import { useChannelTest } from './useChannelTest.ts'
import { useLateWords } from '../../kit/hooks/useLateWords.ts'
import css from './channels.module.css'

/** Input for the address of a channel, with a test of that address before the form is saved. */
export function ChannelAddressInput(control: ControlProps) {
  const translate = useLateWords('channels')
  const { test, begin, isTold } = useChannelTest()
  return (
    <>
      <div className={css.tested}>
        <TextBox control={control} secret />
        <Button loading={test.isPending} onClick={() => void begin()}>
          {translate('channels.send')}
        </Button>
      </div>
      {isTold && <TestOutcome test={test} />}
    </>
  )
}
