import type { TranslationMessages } from 'react-admin'
import english from 'ra-language-english'

const own = english.ra

/** react-admin's own English, except where the product's wording differs: sign in and out, and no "please". */
export const ra: TranslationMessages = {
  ...english,
  ra: {
    ...own,
    auth: {
      ...own.auth,
      auth_check_error: 'Sign in to continue',
      user_menu: 'User menu',
      sign_in_error: 'Sign-in failed. Try again',
      logout: 'Sign out',
    },
    message: {
      ...own.message,
      loading: 'Wait a moment',
      invalid_form: 'The form is not valid. Check it for errors',
    },
    notification: {
      ...own.notification,
      data_provider_error: 'The data could not be processed. The console of the browser says why',
      logged_out: 'Your session has ended. Sign in again',
    },
  },
}
