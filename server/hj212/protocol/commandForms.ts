import { FORMS, type Parameter } from '../../../resources/hj212.ts'
import type { Problem } from '../../../resources/kit/rules.ts'
import { isPassword } from './fields.ts'

/** Checks the parameters of a body. Returns the valid ones, and the problems of the others by name. */
export function readParameters(
  cn: string,
  given: Record<string, unknown>,
): { params: Record<string, string>; problems: Record<string, Problem> } {
  const params: Record<string, string> = {}
  const problems: Record<string, Problem> = {}
  for (const parameter of FORMS[cn] ?? []) {
    const value = given[parameter.name]
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
    if (text === '') {
      if (parameter.required) problems[parameter.name] = { key: 'error.rule.required' }
    } else if (fits(parameter, text)) params[parameter.name] = text
    else
      problems[parameter.name] =
        parameter.kind === 'password'
          ? { key: 'error.hj212.pw' }
          : { key: 'error.hj212.parameter', args: { name: parameter.name } }
  }
  return { params, problems }
}

function fits(parameter: Parameter, text: string): boolean {
  switch (parameter.kind) {
    case 'int':
      return /^\d{1,6}$/.test(text) && Number(text) >= parameter.min && Number(text) <= parameter.max
    case 'time':
      return /^20\d{12}$/.test(text)
    case 'name':
      return /^[A-Za-z0-9_]{1,20}$/.test(text)
    case 'password':
      return isPassword(text)
  }
}
