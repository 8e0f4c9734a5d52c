import { describe, expect, it } from 'vitest'
import { missing, type Held } from '../support/heldBy.ts'

/** Each line of the error catalogues (spec 1 §8, spec 2 §8) with the tests that cover it: file and name. */
const catalogue: Held = {
  // spec 1
  'a refused sign-in is told and takes another captcha': [
    ['ui/signin.test.tsx', 'shows the server’s message, loads a new captcha and keeps the other inputs'],
    ['e2e/signIn.test.ts', 'shows an error for a wrong password, loads a new captcha and clears its input'],
    [
      'e2e/oldPlatform.test.ts',
      'signs in with the platform’s captcha and error text, and lists missing features to the super administrator',
    ],
  ],
  'a refused comparison is told and clears the picture': [
    ['ui/history.test.tsx', 'removes the chart when a query fails'],
    ['e2e/oldPlatform.test.ts', 'compares two nodes, and removes the chart when the next query fails'],
  ],
  'a refused history is told': [
    ['ui/history.test.tsx', 'shows the error of one device only in its panel, and loads it on retry'],
    ['e2e/devicePage.test.ts', 'shows the error of a failed query and retries it'],
  ],
  'a refused handling of an alarm is told': [['ui/alarms.test.tsx', 'shows the server’s rejection and keeps the note']],
  'a refused value is told': [
    ['ui/deviceControl.test.tsx', 'keeps the input when the server rejects it'],
    ['ui/deviceControl.test.tsx', 'reverts with the server’s message when the command is rejected'],
    ['ui/deviceControl.test.tsx', 'reverts on a card of the list when rejected, with the server’s message in a toast'],
  ],
  'a list that is refused says so, and can be asked again': [
    ['ui/monitorStates.test.tsx', 'shows the server’s message when the first load fails, until a retry succeeds'],
    ['ui/operations.test.tsx', 'shows the server’s message when list or changes fail to load, and retries'],
    [
      'e2e/oldPlatform.test.ts',
      'shows the server’s message when a list request is rejected, and loads the list on retry',
    ],
  ],
  'the big screen goes on with what it has, and tells only of a comparison': [
    ['ui/bigscreen.test.tsx', 'shows since when its data is outdated, keeps it, and recovers automatically'],
    [
      'ui/bigscreen.test.tsx',
      'shows background failures only in their panels, and a failed manual comparison as a toast',
    ],
  ],
  'what is missing from sign-in and registration is asked for': [
    ['ui/signin.test.tsx', 'marks missing fields and sends nothing'],
    ['ui/register.test.tsx', 'shows missing and invalid inputs at their fields without a request'],
  ],
  'sign-in, registration, text message, project and values say that they worked': [
    ['ui/successes.test.tsx', 'is shown once after sign-in'],
    ['ui/successes.test.tsx', 'is shown when the project was saved'],
    ['ui/register.test.tsx', 'sends the hashed password'],
    ['ui/signin.test.tsx', 'confirms a successful registration once'],
    ['ui/register.test.tsx', 'counts down 60 s after sending a code, then allows sending another'],
    [
      'ui/deviceControl.test.tsx',
      'shows the new state immediately, is busy until confirmed, and then follows the device’s reports',
    ],
    ['ui/deviceControl.test.tsx', 'previews the change, sends the raw value and reports success'],
  ],
  'a text message that was not sent is told': [
    ['ui/register.test.tsx', 'shows the server’s message without a countdown when no code was sent'],
  ],
  'a changed password is told and signs out; a refusal comes with code and sentence': [
    ['ui/signin.test.tsx', 'reports a mismatch and a short password, then changes it and signs out'],
    ['ui/signin.test.tsx', 'shows the server’s message with its code'],
  ],
  'a mismatch and a short password are told while they are typed': [
    ['ui/signin.test.tsx', 'reports a mismatch and a short password, then changes it and signs out'],
    ['ui/users.test.tsx', 'reports a mismatch while typing and missing fields on submit'],
  ],
  'a refused my-info signs out without a word': [
    ['unit/session.test.ts', 'clears the session on a code other than 0, with HTTP 200 or 401'],
    ['e2e/oldPlatform.test.ts', 'signs out without an error message when godbMyInfo is rejected'],
  ],
  'a script that throws is reported and shows nothing': [
    ['unit/monitorNodeValue.test.ts', 'returns none without a value or if the script fails'],
    ['unit/monitorNodeValue.test.ts', 'reports a broken script once for all nodes that use it'],
    ['ui/bigscreen.test.tsx', 'shows values calculated by scripts, and a dash when a script fails'],
  ],
  'no data says so': [
    ['ui/history.test.tsx', 'shows "no data" without samples'],
    ['ui/alarms.test.tsx', 'disables the export of an empty list, and shows the error of a failed export'],
    ['ui/monitorStates.test.tsx', 'shows an empty state with a link to device management'],
  ],
  'a network that fails is told, and recovered from': [
    ['e2e/monitor.test.ts', 'keeps the devices and reports the failed refresh until the platform responds again'],
    ['ui/dashboard.test.tsx', 'keeps its data and shows the error when a refresh fails'],
    ['ui/crudList.test.tsx', 'keeps the rows when loading a page fails, and loads it on retry'],
  ],
  'an answer that says unauthorized ends the session': [
    ['unit/http.test.ts', 'holds a call until the same user has signed in again, then sends it again with its body'],
    ['e2e/signIn.test.ts', 'clears a session that ended elsewhere, and shows the form without a message'],
  ],
  // spec 2
  'a refused create, edit, delete or list is told, and ends its waiting': [
    ['ui/crudForm.test.tsx', 'shows server errors at their fields, and those without a field in a toast'],
    ['ui/crudList.test.tsx', 'keeps the rows when loading a page fails, and loads it on retry'],
    ['ui/crudBulk.test.tsx', 'are deleted one by one with the result of each, and failed ones stay selected'],
    [
      'e2e/oldPlatform.test.ts',
      'creates a gateway after a rejected code, sends only the changed field on edit, and deletes it',
    ],
  ],
  'a SIM card that cannot be looked up says why': [
    ['ui/device.test.tsx', 'show the error of a SIM card lookup, and repeat it on retry'],
  ],
  'code 1 of a scan is an expired code': [
    ['ui/wechatBinding.test.tsx', 'reports an expired code and requests another one with a new scene id'],
  ],
  'limiteCycle, nodeHigh, namenoempty, phoneoremailempty': [
    ['unit/localMessages.test.ts', 'problemsOf reports %s with text in every language'],
  ],
  'fileTypeError, selectPro': [
    ['ui/import.test.tsx', 'prompts the super administrator for a project, and rejects a file that is not CSV'],
  ],
  selectone: [['ui/successes.test.tsx', 'warns when nothing is selected']],
  'passError, passBuTong': [['ui/users.test.tsx', 'reports a mismatch while typing and missing fields on submit']],
  'deleteSure with deleteNoRestore': [
    ['e2e/lists.test.ts', 'creates, edits and deletes a gateway, and shows the server’s error at its field'],
  ],
  'newSuccess, addSuccess': [['ui/crudForm.test.tsx', 'creates one record on two clicks, and closes']],
  'editSuccess, success': [['ui/device.test.tsx', 'sends only the name to godbDeviceName']],
  deleteSuccess: [['ui/crudList.test.tsx', 'goes back a page after the last row of the last page is deleted']],
  importSuccess: [
    [
      'ui/import.test.tsx',
      'shows errors in cells, accepts edits, sends valid rows, and offers failed rows and credentials as files',
    ],
  ],
  'startSuccess, stopSuccess': [
    ['ui/crudBulk.test.tsx', 'of devices are started in one request, or one by one if that is rejected'],
  ],
  maketopSuccess: [['ui/displays.test.tsx', 'are pinned to the top from their card, unless they are already pinned']],
  successPass: [['ui/users.test.tsx', 'reports a mismatch while typing and missing fields on submit']],
  'what is in use is not deleted, and what uses it is named': [
    ['ui/crudList.test.tsx', 'lists the records that use a record that cannot be deleted'],
    ['e2e/lists.test.ts', 'does not delete a gateway in use and says that it is in use'],
  ],
}

describe('the error catalogue', () => {
  it.each(Object.entries(catalogue))('%s: has its tests', (_line, tests) => expect(missing(tests)).toEqual([]))
})
