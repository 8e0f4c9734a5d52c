import { describe, expect, it } from 'vitest'
import { missing, type Held } from '../support/heldBy.ts'

/** Each line of the validation rules of spec 1 §5 with the tests that cover it: file and name. */
const rules: Held = {
  'sign-in needs name, password and captcha': [
    ['ui/signin.test.tsx', 'marks missing fields and sends nothing'],
    [
      'e2e/signIn.test.ts',
      'loads less than 120 kB from its own host in one navigation, and reports missing inputs without a request',
    ],
    [
      'api/session.test.ts',
      'returns the same error for an unknown name and a wrong password, and names missing fields',
    ],
  ],
  'registering: the characters of a name, a password, an address that looks like one, a text message’s code': [
    ['ui/register.test.tsx', 'shows missing and invalid inputs at their fields without a request'],
    ['api/register.test.ts', 'reports an error at each invalid field'],
  ],
  'a code is sent to a mainland mobile number only': [
    ['ui/register.test.tsx', 'enables sending a code for mainland mobile numbers only'],
  ],
  'a new password: all three needed, both the same while they are typed, long enough': [
    ['ui/signin.test.tsx', 'reports a mismatch and a short password, then changes it and signs out'],
    ['ui/users.test.tsx', 'reports a mismatch while typing and missing fields on submit'],
  ],
  'a project: its name by the special-character rule, its contact a mobile number': [
    ['ui/project.test.tsx', 'validates the form before saving it'],
  ],
  'a device is searched by two characters of its name, six of its codes': [
    ['unit/monitorList.test.ts', 'requires 2 characters to search a name and 6 for a serial number'],
    ['ui/monitorStates.test.tsx', 'rejects an input below the minimum length without a request'],
  ],
  'a compared item needs area, device and node; a comparison two items and a month': [
    ['ui/history.test.tsx', 'requires area, device and node of an item'],
    ['ui/history.test.tsx', 'disables the query with only one item'],
    ['unit/history.test.ts', 'is ready with two items and a month'],
    ['e2e/devicePage.test.ts', 'compares two nodes over a month, keeps the zoom in the URL and shows errors'],
    ['api/compare.test.ts', 'refuses invalid months, items and points with 400, and devices of others with 404'],
  ],
  'no day and no month to come': [
    ['ui/monthPicker.test.tsx', 'disables future months and keeps the focus on the disabled next-year button'],
    ['ui/bigscreen.test.tsx', 'offers no future day or month'],
    ['ui/history.test.tsx', 'rejects future days and more than 30 days, and requests nothing for them'],
    ['unit/history.test.ts', 'is out of range in the future, for too many days or with the end before the start'],
  ],
  'alarms and history span 30 days at most': [
    ['ui/alarms.test.tsx', 'limits dates in the address and in the fields to the last 30 days'],
    ['ui/history.test.tsx', 'rejects future days and more than 30 days, and requests nothing for them'],
    [
      'unit/bigscreen.test.ts',
      'allowedDays keeps the moved end, the order, at most 30 days between ends and no future day',
    ],
    ['api/history.test.ts', 'refuses invalid ranges and points with 400, and devices without access with 404'],
  ],
  'the history compares devices of the first one’s model': [
    ['ui/history.test.tsx', 'accepts only devices of the first one’s model'],
    ['e2e/devicePage.test.ts', 'disables devices of other models once one is chosen'],
  ],
  'a value that is set is a number': [['ui/deviceControl.test.tsx', 'accepts only numbers within the node’s range']],
  'the shared rule sets': [
    ['unit/kitValidate.test.ts', 'int rejects values outside its minimum and maximum'],
    ['unit/kitValidate.test.ts', 'requires visible required fields, but none that the server writes'],
    ['unit/kitValidate.test.ts', '%s accepts and rejects the listed texts'],
  ],
}

describe('the validation rules', () => {
  it.each(Object.entries(rules))('%s: has its tests', (_line, tests) => expect(missing(tests)).toEqual([]))
})
