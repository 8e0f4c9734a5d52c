import { Button } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { testChannel } from '../../../dataProvider/calls/alarmChannels.ts'
import { WireError } from '../../../dataProvider/http.ts'
import { integer } from '../../../dataProvider/normalise.ts'
import type { Values } from '../../../resources/kit/validate.ts'
import { TextBox } from '../../admin/fields/controls/basicInputs.tsx'
import type { ControlProps } from '../../admin/fields/controls/control.ts'
import { useFormInfo } from '../../admin/fields/formContext.ts'
import { TestOutcome } from './TestOutcome.tsx'
import css from './channels.module.css'

/** What a test message depends on. */
const TESTED = ['project_id', 'kind', 'url', 'secret', 'language'] as const

/** The address of a channel, and a test of it before the form is saved. */
export function ChannelAddressInput(control: ControlProps) {
  const translate = useTranslate()
  const { record } = useFormInfo()
  const { getValues, setError, trigger } = useFormContext<Values>()
  const test = useMutation({
    mutationFn: () => {
      const values = getValues()
      return testChannel(
        record && (integer(record['id']) ?? null),
        Object.fromEntries(TESTED.map((name) => [name, values[name] ?? ''])),
      )
    },
    onError: (failure) => {
      const problems = failure instanceof WireError ? (failure.body.errors ?? {}) : {}
      for (const name of TESTED) if (problems[name]) setError(name, { type: 'server', message: problems[name] })
    },
  })
  const begin = async () => {
    test.reset()
    if (await trigger(TESTED, { shouldFocus: true })) test.mutate()
  }
  return (
    <>
      <div className={css.tested}>
        <TextBox control={control} secret />
        <Button loading={test.isPending} onClick={() => void begin()}>
          {translate('channels.send')}
        </Button>
      </div>
      <TestOutcome test={test} />
    </>
  )
}
