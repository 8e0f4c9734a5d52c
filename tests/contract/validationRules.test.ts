import { describe, expect, it } from 'vitest'
import { missing, type Held } from '../support/heldBy.ts'

/** Each line of the validation rules of spec 1 §5 with the tests that cover it: file and name. */
const rules: Held = {
  'sign-in needs name, password and captcha': [
    ['ui/signin.test.tsx', 'asks for what is missing and sends nothing'],
    [
      'e2e/signIn.test.ts',
      'shows the form after one navigation, without react-admin, asking nobody else; asks for what is missing and sends nothing',
    ],
    ['api/session.test.ts', 'says the same of an unknown name and a wrong password, and names missing fields'],
  ],
  'registering: the characters of a name, a password, an address that looks like one, a text message’s code': [
    ['ui/register.test.tsx', 'says what is missing or wrong at the fields, and sends nothing'],
    ['api/register.test.ts', 'says at each field what is wrong'],
  ],
  'a code is sent to a mainland mobile number only': [
    ['ui/register.test.tsx', 'offers a code for a mainland mobile number only'],
  ],
  'a new password: all three needed, both the same while they are typed, long enough': [
    ['ui/signin.test.tsx', 'says mismatch and shortness, then changes it and signs out'],
    ['ui/users.test.tsx', 'says a mismatch while it is typed, and the rest after a try'],
  ],
  'a project: its name by the special-character rule, its contact a mobile number': [
    ['ui/project.test.tsx', 'is saved by the rules of its definition'],
  ],
  'a device is searched by two characters of its name, six of its codes': [
    ['unit/monitorList.test.ts', 'knows how long a search must be'],
    ['ui/monitorStates.test.tsx', 'says what is too short and asks nothing'],
  ],
  'a compared item needs area, device and node; a comparison two items and a month': [
    ['ui/history.test.tsx', 'asks for area, device and node of an item'],
    ['ui/history.test.tsx', 'needs two items and a month'],
    ['unit/history.test.ts', 'is ready with two items and a month'],
    ['e2e/devicePage.test.ts', 'compares nodes of two devices over a month, chosen step by step'],
    ['api/compare.test.ts', "refuses what cannot be asked, and what is not the caller's"],
  ],
  'no day and no month to come': [
    ['ui/monthPicker.test.tsx', 'is never one to come, and the button that would lead there keeps the focus'],
    ['ui/bigscreen.test.tsx', 'offers no day and no month to come'],
    ['ui/history.test.tsx', 'offers no day to come, and at most 30 of them'],
    ['unit/history.test.ts', 'never reaches into the future, nor over 30 days'],
  ],
  'alarms and history span 30 days at most': [
    ['ui/alarms.test.tsx', 'never spans more than 30 days nor the future, whatever its address says'],
    ['ui/history.test.tsx', 'offers no day to come, and at most 30 of them'],
    ['unit/bigscreen.test.ts', 'stay in order, within 30 and out of the future; the end that was moved stays'],
    ['api/history.test.ts', 'refuses what cannot be asked'],
  ],
  'the history compares devices of the first one’s model': [
    ['ui/history.test.tsx', 'takes devices of the first one’s model alone'],
    ['e2e/devicePage.test.ts', 'disables devices of other models once one is chosen'],
  ],
  'a value that is set is a number': [['ui/deviceControl.test.tsx', 'takes numbers within the node’s ends alone']],
  'the shared rule sets': [
    ['unit/kitValidate.test.ts', 'int keeps to its limits'],
    ['unit/kitValidate.test.ts', 'asks for what is required where it is shown, and for nothing that the server writes'],
    ['unit/kitValidate.test.ts', '%s'],
  ],
}

describe('the validation rules', () => {
  it.each(Object.entries(rules))('%s: has its tests', (_line, tests) => expect(missing(tests)).toEqual([]))
})
