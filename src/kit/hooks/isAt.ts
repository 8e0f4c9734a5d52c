/**
 * Returns whether the page of a menu entry is in view; its dialogs have addresses below it. The page of a single device
 * belongs to the live list.
 */
export const isAt = (pathname: string, path: string): boolean =>
  pathname === path || pathname.startsWith(`${path}/`) || (path === '/monitor/data' && pathname.startsWith('/device/'))
