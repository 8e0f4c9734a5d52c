import { useMutation } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'
import { testChannel } from '../../../dataProvider/calls/alarmChannels.ts'
import { WireError } from '../../../dataProvider/http.ts'
import { integer } from '../../../dataProvider/normalise.ts'
import type { Values } from '../../../resources/kit/validate.ts'
import { useFormInfo } from '../../admin/fields/formContext.ts'

/** What a test message depends on. */
const TESTED = ['project_id', 'kind', 'url', 'secret', 'language'] as const

/** A test of a channel as its form is filled in, before that is saved. `isTold`: what became of it is to be told of the form as it is now. */
export function useChannelTest() {
  const { record } = useFormInfo()
  const { control, setError, trigger } = useFormContext<Values>()
  const values = useWatch({ control, name: TESTED })
  const test = useMutation({
    mutationFn: (tested: readonly unknown[]) =>
      testChannel(
        record && (integer(record['id']) ?? null),
        Object.fromEntries(TESTED.map((name, at) => [name, tested[at] ?? ''])),
      ),
    onError: (failure) => {
      const problems = problemsOf(failure)
      for (const name of TESTED) if (problems[name]) setError(name, { type: 'server', message: problems[name] })
    },
  })
  const begin = async () => {
    test.reset()
    if (await trigger(TESTED, { shouldFocus: true })) test.mutate(values)
  }
  // What became of an address that stands here no more says nothing of this one; what is said at a field is said.
  const isOfThese = test.variables?.every((value, at) => value === values[at]) === true
  const isSaid = Object.keys(problemsOf(test.error)).length > 0
  return { test, begin, isTold: isOfThese && !isSaid }
}

/** Problems by field. */
const problemsOf = (failure: unknown): Readonly<Record<string, string>> =>
  failure instanceof WireError ? (failure.body.errors ?? {}) : {}
