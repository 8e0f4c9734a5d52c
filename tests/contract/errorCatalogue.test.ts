import { describe, expect, it } from 'vitest'
import { missing, type Held } from '../support/heldBy.ts'

/** Each line of the error catalogues (spec 1 §8, spec 2 §8) with the tests that cover it: file and name. */
const catalogue: Held = {
  // spec 1
  'a refused sign-in is told and takes another captcha': [
    ['ui/signin.test.tsx', 'shows the server’s sentence, takes a new captcha and keeps the rest'],
    ['e2e/signIn.test.ts', 'says when the password is wrong, and takes another captcha'],
    [
      'e2e/oldPlatform.test.ts',
      'signs in with its captcha, says what it says, and tells the super administrator what it lacks',
    ],
  ],
  'a refused comparison is told and clears the picture': [
    ['ui/history.test.tsx', 'clears its picture when a query fails'],
    ['e2e/oldPlatform.test.ts', 'compares two nodes, and clears the picture when that fails'],
  ],
  'a refused history is told': [
    ['ui/history.test.tsx', 'keeps the page and the other devices when one fails, and tries that one again'],
    ['e2e/devicePage.test.ts', 'says why a failing query failed, and asks again'],
  ],
  'a refused handling of an alarm is told': [
    ['ui/alarms.test.tsx', 'shows what the platform refuses, and keeps what was typed'],
  ],
  'a refused value is told': [
    ['ui/deviceControl.test.tsx', 'keeps what was typed where the platform refuses'],
    ['ui/deviceControl.test.tsx', 'goes back where the platform refuses, with its sentence'],
    ['ui/deviceControl.test.tsx', 'in the list goes back where the platform refuses, and a toast has its sentence'],
  ],
  'a list that is refused says so, and can be asked again': [
    ['ui/monitorStates.test.tsx', 'is the reason where the first try fails, until another one succeeds'],
    ['ui/operations.test.tsx', 'says why the list or the changes failed, and asks again'],
    ['e2e/oldPlatform.test.ts', 'shows the sentence of a list that is refused, and recovers'],
  ],
  'the big screen goes on with what it has, and tells only of a comparison': [
    ['ui/bigscreen.test.tsx', 'says when its data is old, keeps it, and recovers by itself'],
    ['ui/bigscreen.test.tsx', 'says nothing of what fails, but for a comparison that was asked for, which clears it'],
  ],
  'what is missing from sign-in and registration is asked for': [
    ['ui/signin.test.tsx', 'asks for what is missing and sends nothing'],
    ['ui/register.test.tsx', 'says what is missing or wrong at the fields, and sends nothing'],
  ],
  'sign-in, registration, text message, project and values say that they worked': [
    ['ui/successes.test.tsx', 'is told once after signing in'],
    ['ui/successes.test.tsx', 'is told when the project was saved'],
    ['ui/register.test.tsx', 'registers with the hashed password'],
    ['ui/signin.test.tsx', 'says once that registering worked'],
    ['ui/register.test.tsx', 'counts down 60 s in the button, and may then be asked again'],
    ['ui/deviceControl.test.tsx', 'goes where it is sent at once, waits, and is confirmed'],
    [
      'ui/deviceControl.test.tsx',
      'sets the raw value in one step, with the change in words as it is typed, and says that it was taken',
    ],
  ],
  'a text message that was not sent is told': [
    ['ui/register.test.tsx', 'shows the server’s sentence when no code was sent, and counts nothing'],
  ],
  'a changed password is told and signs out; a refusal comes with code and sentence': [
    ['ui/signin.test.tsx', 'says mismatch and shortness, then changes it and signs out'],
    ['ui/signin.test.tsx', 'shows what the server refuses, with its code'],
  ],
  'a mismatch and a short password are told while they are typed': [
    ['ui/signin.test.tsx', 'says mismatch and shortness, then changes it and signs out'],
    ['ui/users.test.tsx', 'says a mismatch while it is typed, and the rest after a try'],
  ],
  'a refused my-info signs out without a word': [
    ['unit/session.test.ts', 'clears the session on a code other than 0, in any HTTP dress'],
    ['e2e/oldPlatform.test.ts', 'signs out without a word when my-info is refused'],
  ],
  'a script that throws is reported and shows nothing': [
    ['unit/monitorNodeValue.test.ts', 'without a value is none, and so is what a script spoils'],
    ['unit/monitorNodeValue.test.ts', 'reports a broken script once, however many nodes have it'],
    ['ui/bigscreen.test.tsx', 'shows values through their scripts, and none where a script fails'],
  ],
  'no data says so': [
    ['ui/history.test.tsx', 'says that there is no data'],
    ['ui/alarms.test.tsx', 'cannot export what is not there, and says why a sheet failed'],
    ['ui/monitorStates.test.tsx', 'is one sentence where there is no device, with the way to make one for who may'],
  ],
  'a network that fails is told, and recovered from': [
    ['e2e/monitor.test.ts', 'keeps what it shows and says so when the platform does not answer'],
    ['ui/dashboard.test.tsx', 'keeps what it shows and says so when the platform does not answer'],
    ['ui/crudList.test.tsx', 'keeps the rows when a refresh fails, and tries again'],
  ],
  'an answer that says unauthorized ends the session': [
    [
      'unit/http.test.ts',
      'holds a call until the same user is signed in again, and sends it once more with what it held',
    ],
    ['e2e/signIn.test.ts', 'clears a session that ended elsewhere without a word'],
  ],
  // spec 2
  'a refused create, edit, delete or list is told, and ends its waiting': [
    ['ui/crudForm.test.tsx', 'puts the objections of the platform at their fields, and the rest into the toast'],
    ['ui/crudList.test.tsx', 'keeps the rows when a refresh fails, and tries again'],
    [
      'ui/crudBulk.test.tsx',
      'are deleted one by one: each tells what became of it, and those that failed stay selected',
    ],
    ['e2e/oldPlatform.test.ts', 'makes, changes and deletes a gateway'],
  ],
  'a SIM card that cannot be looked up says why': [
    ['ui/device.test.tsx', 'say why a SIM card could not be looked up, and try again'],
  ],
  'code 1 of a scan is an expired code': [
    ['ui/wechatBinding.test.tsx', 'says that a code expired, and starts anew with another id'],
  ],
  'limiteCycle, nodeHigh, namenoempty, phoneoremailempty': [['unit/localMessages.test.ts', '%s']],
  'fileTypeError, selectPro': [
    ['ui/import.test.tsx', 'asks the super administrator for a project first, and says what is no CSV'],
  ],
  selectone: [['ui/successes.test.tsx', 'warns that nothing is selected']],
  'passError, passBuTong': [['ui/users.test.tsx', 'says a mismatch while it is typed, and the rest after a try']],
  'deleteSure with deleteNoRestore': [
    ['e2e/lists.test.ts', 'are created, corrected where the server objects, edited and deleted'],
  ],
  'newSuccess, addSuccess': [['ui/crudForm.test.tsx', 'creates once, however often it is pressed, and closes']],
  'editSuccess, success': [['ui/device.test.tsx', 'is changed alone, by its own call']],
  deleteSuccess: [['ui/crudList.test.tsx', 'steps back after the last row of the last page is deleted']],
  importSuccess: [
    ['ui/import.test.tsx', 'shows each problem in its cell, takes edits in place, and sends what is good'],
  ],
  'startSuccess, stopSuccess': [
    ['ui/crudBulk.test.tsx', 'of devices are started together; refused together, each is asked for itself'],
  ],
  maketopSuccess: [['ui/displays.test.tsx', 'as cards go on top, where they are not yet']],
  successPass: [['ui/users.test.tsx', 'says a mismatch while it is typed, and the rest after a try']],
  'what is in use is not deleted, and what uses it is named': [
    ['ui/crudList.test.tsx', 'lists what uses a record that cannot be deleted'],
    ['e2e/lists.test.ts', 'in use are not deleted, and what uses them is named'],
  ],
}

describe('the error catalogue', () => {
  it.each(Object.entries(catalogue))('%s: has its tests', (_line, tests) => expect(missing(tests)).toEqual([]))
})
