/** Whether the page of a menu entry is in view; its dialogs have addresses below it. */
export const isAt = (pathname: string, path: string): boolean => pathname === path || pathname.startsWith(`${path}/`)
