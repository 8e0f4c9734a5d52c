import english from 'ra-language-english'

/** react-admin's own English. */
export const ra = english
