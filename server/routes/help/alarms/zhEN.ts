import type { Like } from '../../../../i18n/types.ts'
import type { alarmHelp as base } from './zhCN.ts'

export const alarmHelp: Like<typeof base> = {
  'monitor/threoldManage': `## Alarm records
On the left the alarms that wait, on the right the chosen one: its curve and limit, what happened, who was told, where it is.

- **Views**: what needs somebody (new, or yours), yours, snoozed, closed today, all, each with its total. Filter by level, condition, assignee, area, device and days as well, and save the filters you use.
- **Acknowledge** takes an alarm, **Assign** gives it away, **Snooze** puts it off until a time or until its level gets worse, **Comment** may carry a picture and a position, **Close** says how it ended; what is closed can be **reopened**. Each step can be taken back for 10 seconds.
- **Linked control** lists each node that the alarm, and those it caused, switched: from what to what, and whether the device did as told. **Undo** puts the value from before back and takes the right "Control"; what somebody has set since stays.
- **Place** shows the nearest camera and, where that has a snapshot address, what it showed as the alarm fired, with the time, or why there is no picture.
- Where somebody was faster you see who, and what you wrote is kept. Without a network steps wait in the browser and are sent when it is back.
- **Send to colleagues**: choose contacts, each by text message, WeChat or email, or channels, and add a note; value, limit, area, links and, unless you switch it off, the curve as a picture go along. The timeline and the send log tell of it.
- **Send again**: a message that failed (the other side did not answer, or refused it; not one that was withheld on purpose) is sent once more under "Who was told" or in the send log, its attempts counted anew.
- **Why?** tells in sentences why the rule fired or did not: each condition with its value and limit, how long it was held, what stood in the way (a snooze, maintenance, a stopped device, no data …) and what became of each message; now, when it fired, or at any moment. It stands beside the rules of a device's page too.
- Keys: J and K walk, X selects, A acknowledges, M assigns, S snoozes, C comments, E closes, R reopens, Z takes the latest step back, ? shows all. What is selected is handled together, each with its own result.
- Phone: swipe right to take, left to snooze; once opened, an alarm has its acts at the foot. Several at once: rest a finger on a row, or choose "Select" behind its "⋯", tap the others, then act from the foot.
- The bell at the top right lists what needs you and opens by itself on new alarms, until it is closed for the session. Sound and browser notifications are in its settings.
- "Filters" exports what the list finds to Excel, the newest 100,000 at most.

How to read it:

- **One alarm** is one rule at one device, from when it fires until it is over and somebody has closed it. What fires again within "Normal for at least" is still the same one, with a count. Over is not done: what is "Cleared, to be closed" still needs somebody who says how it ended. What is closed while it lasts is not told again, and needs somebody anew once it gets worse.
- **Groups**: urgent ones and those that nobody has come first, then what is in hand, snoozed, or over and to be closed. "By incident" puts together what most likely has one cause: devices of one model and project, within half an hour, in one area or 3 km apart at most. What is something else is taken out with "Take out of the incident". They can be grouped by area, too, and for a handover by assignee: first what nobody has, then what each user and each roster has.
- **Totals are true**: the figures of views and headings count all pages, not the rows you see; with a "+" there are at least so many. "Take all" in a heading takes all of its group that nobody has, those on other pages too; what was given to a person or a roster stays theirs. It takes 1,000 at a time, the most urgent first.
- **Snooze until worse**: nobody is disturbed until its level gets worse; then it needs somebody again. It is offered only where the rule has a worse level; otherwise snooze until a time. A snooze closes nothing: for everybody the alarm stands under "Snoozed", with its end and the name of who snoozed it; that view can be ordered by the snooze that ends first.
- **Planned maintenance**: a window that opens within a day is told with its times on the live list, the map and the device's page; while it is open there is a wrench. Alarms that fire within carry "In maintenance" and nobody is told; what still lasts at the end is told then.`,
  'alarmConfig/threshold': `## Alarm thresholds
A rule watches the same node of several devices, and raises an alarm when its value passes a limit.

- **Which devices**: chosen one by one, of one model; or "By model, pollutant and area": all that fit in the area and below, also those added later. Single ones can be left out under "Except".
- **Condition**: how the value is compared with the limit. "Between" and "Outside" take two limits.
- **Several limits by level**: one for each level; people are told again when a worse one is reached. Other limits may hold at night.
- **Limits refer to**: makes a difference where the node has a display script. "What is shown" is the number you see in lists; "What is stored" is the number before the script. Older rules keep to it; the form can convert them.
- **Conditions**: look at other nodes of the same device too, or at a mean or change over some minutes. With "and" all must hold, with "or" any one.
- **Alarms by class**: with "Class" under "What is judged" the limit is no number but a class of the standard, as "At least moderately polluted". You need not know the concentrations, and a new standard changes no rule. Air is judged by the mean of the last 60 minutes, 45 of them measured, noise by the day or night so far, water sample by sample; with too little data there is none, which neither raises nor ends an alarm. For a whole station join its pollutants with "or". By pollutant, models that measure in other units are watched too. Only nodes that a standard judges have it.
- **Values in doubt**: what a test or the device itself calls suspect or failed as it comes neither raises nor ends an alarm, and is part of no mean. Values that nothing tests are judged as they are.
- **Schedule**: alarms on the chosen days and hours alone; empty is always.
- **Hold time**: the condition must hold for so many seconds, 10 by default. **Repeat interval**: 0 tells once, else again after so many minutes. **No data for**: an alarm once nothing has come for so many minutes.
- **Hysteresis**: how far back within the limit a value has to go before the alarm is over. **Normal for at least**: what fires again within this time is still the same alarm. Both keep a value that wavers around the limit from raising alarm after alarm.
- **Whom to tell**: contacts, or "Channels" (group robots, webhooks, browser push); text messages and WeChat need a template. "Escalation" says who is told next while nobody takes the alarm.
- **Recovery notice**: sent when the value is normal again. **Linked control**: writes a value to a node of another device. One alarm causes 10 commands a minute at most; linkage that changes its own trigger or forms a loop, also by way of virtual devices, cannot be saved. Where a device that comes into the scope later closes a loop, nothing is switched for it, and the alarm says why.
- **Preview**: drag the handle at the right end of a limit (or use the arrow keys, with Shift tenfold, Esc takes it back), and the form follows; a class goes to the next one, and a limit at night has a moon. Below stand the alarms, devices and messages that the data of the last 30 days (or 7) would have brought, and what hysteresis saves. Messages are counted as if no user took the alarms, including the steps of escalations; a digest is one message. On a phone the preview is the second tab.
- **For many devices at once**: tick them in the device list, then "Set alarm rule" in the batch bar adds them to a rule or makes a new one. A cloned rule is always enabled.`,
  'alarmConfig/user': `## Alarm contacts
Who is told of alarms. Give a phone number or an email address.

- **Link WeChat**: the contact scans the QR code with a phone within 60 seconds; an expired code can be refreshed.
- A text message costs 0.1 yuan and counts against the text messages left of the project; email and WeChat are free.
- A contact that rules still use cannot be deleted.`,
  'alarmConfig/channel': `## Channels
Ways to tell of alarms beside text messages, WeChat and email; a threshold names them under "Channels".

- **Robots of DingTalk, WeCom and Feishu groups**: enter the address of the group's custom robot, and its secret if it signs. The address works like a password: it is not shown again.
- **Webhook**: JSON is posted to the address, with an HMAC-SHA256 signature in the header X-Signature. Private addresses are refused by default.
- **Browser push**: reaches users who opted in and may see the device. A browser is opted in where the channel is edited, under "Test and results" or in the bell's alert settings; that needs HTTPS. It ends when its user signs out, or another signs in there; in all browsers when a password is changed, or the user is disabled or deleted. When a session merely expires it goes on, for devices its user may still see.
- Where the other side does not answer, it is tried again after 5 s, 30 s, 2 min, 10 min and 30 min, then given up; "Test and results" says why, and sends it **again**.
- Messages link to the alarm where PUBLIC_URL is set.`,
  'alarmConfig/maintenance': `## Maintenance windows
During repairs, calibrations or known works alarms are recorded as usual, but nobody is told.

- **Times** are in the platform's time zone: once, or daily, weekly, monthly; anything else is written as an RRULE (RFC 5545). Where clocks change for summer, the clock counts. Months without a 31st are skipped; every month has a last day.
- **What it covers**: devices, an area with all below, a product model, an alarm rule. At least one; several narrow each other.
- A **planned** window stands at its devices a day ahead, with its times, so that whoever is on duty knows where nobody will be told. The list has the state of each window and the times that come next. Curves of the history, the comparison and the device's page show its times as grey bands; a window over one rule stands in the curve of that rule's alarms, and at the rule in the list of rules and on the pages of its devices; one over some of its devices on the pages of those alone.
- Alarms that fire within carry "In maintenance" in the alarm records, and the send log says why nothing was sent; linked controls are not carried out, nor made up for.
- What **still stands at the end** is told then; what ended within is not. Disabling, changing or deleting a window ends it too.
- **Values that do not count** are stored, flagged "maintenance", and stay out of means, indices and alarms.`,
  'alarmConfig/roster': `## Rosters
Who is on call when. Alarms can be given to a roster, and an escalation can tell whoever is on call.

- **People** are alarm contacts, who take turns in their order; **a turn lasts** so many days or weeks and changes at the **handover** (in the platform's time zone). The first turn begins on the given day; before it nobody is on call.
- **Exceptions**: who is on call for a time, in place of one person or of whoever is on call. Where several fit, the last counts.
- Where a contact has a **user**, alarms that are given to the roster while that contact is on call are that user's.
- "Who is on call" shows the next four weeks. A contact that a roster uses cannot be deleted.`,
  'alarmConfig/escalation': `## Escalations
Whom an alarm tells while nobody takes it. A threshold names one under "Escalation".

- Each step is a number of minutes and whom to tell: whoever is on call on a roster, the next of a roster, a contact, a channel, or everybody whom the threshold tells at a level.
- A person can be told in one way alone (text message, WeChat or email): WeChat first, say, and a text message ten minutes later. Who has no address for it is told in no other way, and the send log says so.
- **Next** is whose turn comes after that of whoever is on call, or who stands in for them now; where there is nobody else it is whoever is on call.
- Minutes count from the alarm on, and anew when it is reopened, given back, or fires again after it was closed. What comes and goes within "Normal for at least" and nobody takes goes on where it was.
- It stops once somebody has the alarm, it is closed or over. While it is snoozed, steps wait, and the later ones move along; nothing is escalated under maintenance; what still stands at its end begins then.
- Each step stands in the alarm's timeline and in the send log. Unless a step names one, a contact is told in every way there is; text messages are charged.`,
}
