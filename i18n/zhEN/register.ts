import type { Like } from '../types.ts'
import type { register as base } from '../zhCN/register.ts'

export const register: Like<typeof base> = {
  title: 'Create an account',
  subtitle: 'An administrator then grants you menus and permissions',
  email: 'Email (optional)',
  phone: 'Mobile number',
  phoneHint: '11 digits, mainland China',
  code: 'Text message code',
  send: 'Send code',
  sending: 'Sending…',
  again: 'Send again in %{seconds} s',
  resend: 'Send again',
  sent: 'Code sent',
  outbox: 'No text message service is set up. The code is in the outbox: ask a super administrator for it',
  missing: 'Fill in username, password, mobile number and text message code',
  submit: 'Register',
  submitting: 'Registering…',
  haveAccount: 'Have an account?',
  back: 'Sign in',
  length: 'At least %{min} characters',
  city: 'Smart city',
  lost: 'Page not found',
  lostHint: 'The address may be wrong, or the page has moved.',
  toSignIn: 'Back to sign-in',
}
