import type { Problem } from '../../resources/kit/rules.ts'
import { isPassword } from './settings.ts'

/** A parameter of a command: a whole number of a range, a time (14 digits), a name, or a new password. */
export type Parameter = { name: string; required?: true } & ({ kind: 'int'; min: number; max: number } | { kind: 'time' | 'name' | 'password' })

const span: readonly Parameter[] = [{ name: 'BeginTime', kind: 'time', required: true }, { name: 'EndTime', kind: 'time', required: true }]
const of: Parameter = { name: 'PolId', kind: 'name' }

/** The commands a person may send a station, with their parameters in the order of the standard. */
export const FORMS: Readonly<Record<string, readonly Parameter[]>> = {
  1000: [{ name: 'OverTime', kind: 'int', min: 1, max: 99_999, required: true }, { name: 'ReCount', kind: 'int', min: 0, max: 99, required: true }],
  1011: [of],
  1012: [of, { name: 'SystemTime', kind: 'time', required: true }],
  1061: [],
  1062: [{ name: 'RtdInterval', kind: 'int', min: 1, max: 3600, required: true }],
  1063: [],
  1064: [{ name: 'MinInterval', kind: 'int', min: 1, max: 60, required: true }],
  1072: [{ name: 'NewPW', kind: 'password', required: true }],
  2011: [],
  2012: [],
  2021: [],
  2022: [],
  2031: span,
  2041: span,
  2051: span,
  2061: span,
  3011: [{ ...of, required: true }],
  3012: [{ ...of, required: true }],
  3019: [{ ...of, required: true }],
  3020: [{ ...of, required: true }, { name: 'InfoId', kind: 'name' }],
}

/** The parameters of a body, checked; problems by name where some are not right. */
export function readParameters(cn: string, given: Record<string, unknown>): { params: Record<string, string>; problems: Record<string, Problem> } {
  const params: Record<string, string> = {}
  const problems: Record<string, Problem> = {}
  for (const parameter of FORMS[cn] ?? []) {
    const value = given[parameter.name]
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
    if (text === '') {
      if (parameter.required) problems[parameter.name] = { key: 'error.rule.required' }
    } else if (fits(parameter, text)) params[parameter.name] = text
    else problems[parameter.name] = parameter.kind === 'password' ? { key: 'error.hj212.pw' } : { key: 'error.hj212.parameter', args: { name: parameter.name } }
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
