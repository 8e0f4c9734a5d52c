/** When the browser has time, after `latest` ms at most: what nobody waits for begins then, behind what the page in view still loads. */
export const idle = (latest: number): Promise<void> =>
  new Promise((resolve) => (typeof requestIdleCallback === 'function' ? requestIdleCallback(() => resolve(), { timeout: latest }) : setTimeout(resolve, Math.min(latest, WITHOUT))))

/** What browsers without that notion get instead, ms. */
const WITHOUT = 200
