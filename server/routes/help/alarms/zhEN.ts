import type { Like } from '../../../../i18n/types.ts'
import type { alarmHelp as base } from './zhCN.ts'

export const alarmHelp: Like<typeof base> = {
  'monitor/threoldManage': `## Alarm records
On the left are the alarms that wait, on the right the chosen one: its curve and limit, what happened, who was told, where it is.

- **Views**: alarms that need action (new, or yours), your own, snoozed, closed today, and all, each with its total. You can also filter by level, condition, assignee, area, device and days, and save the filters you use.
- **Acknowledge** takes an alarm, **Assign** gives it away, **Snooze** puts it off until a time or until its level gets worse, **Comment** may carry a picture and a position, **Close** records how it ended; a closed alarm can be **reopened**. Each step can be taken back for 10 seconds.
- **Linked control** lists each node that the alarm, and those it caused, switched: from which value to which, and whether the device carried it out. **Undo** sets the value from before and needs the right "Control"; values that were set since then stay.
- **Place** shows the nearest camera and, where that has a snapshot address, its picture of when the alarm fired, with the time, or why there is no picture.
- If another user was faster, you see who it was, and your text is kept. Without a network your steps wait in the browser and are sent once it is back.
- **Send to colleagues**: choose contacts, each by text message, WeChat or email, or channels, and add a note; value, limit, area, links and, unless you switch it off, the curve as a picture are included. The timeline and the send log record it.
- **Send again**: a message that failed (the other side did not answer, or refused it; not one that was withheld on purpose) is sent once more under "Who was told" or in the send log, its attempts counted anew.
- **Why?** tells in sentences why the rule fired or did not: each condition with its value and limit, how long it was held, what stood in the way (a snooze, maintenance, a stopped device, no data …) and what became of each message; now, when it fired, or at any moment. "Why?" is also beside the rules on a device's page.
- Keys: J and K move, X selects, A acknowledges, M assigns, S snoozes, C comments, E closes, R reopens, Z takes the latest step back, ? shows all. What is selected is handled together, each with its own result.
- Phone: swipe right to take, left to snooze; an opened alarm has its actions at the bottom. For several alarms: keep a finger on a row, or choose "Select" behind its "⋯", tap the others, then use the actions at the bottom.
- The bell at the top right lists what needs you and opens by itself on new alarms, until it is closed for the session. Sound and browser notifications are in its settings.
- "Filters" exports what the list finds to Excel, the newest 100,000 at most.

How to read it:

- **One alarm** is one rule at one device, from when it fires until it is over and a user has closed it. If it fires again within "Normal for at least", it is still the same alarm, with a count. An alarm that is over is not finished: under "Cleared, to be closed" it waits for a user to record how it ended. An alarm that is closed while it is active is not told again, but needs action again once it gets worse.
- **Groups**: urgent and unassigned alarms come first, then those in hand, snoozed, or over and to be closed. "By incident" puts together alarms that most likely have one cause: devices of one model and project, within half an hour, in one area or 3 km apart at most. "Take out of the incident" removes an alarm with another cause. Alarms can also be grouped by area and, for a handover, by assignee: first unassigned alarms, then those of each user and each roster.
- **Totals are true**: the figures of views and headings count all pages, not the rows you see; with a "+" there are at least so many. "Take all" in a heading takes all unassigned alarms of its group, including those on other pages; alarms assigned to a user or a roster stay with them. It takes 1,000 at a time, the most urgent first.
- **Snooze until worse**: no one is disturbed until the level gets worse; then the alarm needs action again. It is offered only if the rule has a worse level; otherwise snooze until a time. A snooze does not close the alarm: all users find it under "Snoozed", with the end of the snooze and the name of the user who snoozed it; that view can be sorted by the snooze that ends first.
- **Planned maintenance**: a window that opens within a day is shown with its times on the live list, the map and the device's page; while it is open there is a wrench. Alarms that fire during the window are marked "In maintenance" and are not told; those that are still active at its end are told then.`,
  'alarmConfig/threshold': `## Alarm thresholds
A rule watches the same node of several devices, and raises an alarm when its value passes a limit.

- **Which devices**: chosen one by one, of one model; or "By model, pollutant and area": all matching devices in the area and below, also those added later. Single devices can be left out under "Except".
- **Condition**: how the value is compared with the limit. "Between" and "Outside" take two limits.
- **Several limits by level**: one for each level; recipients are told again when a worse level is reached. The night can have other limits.
- **Limits refer to**: matters only if the node has a display script. "What is shown" is the number you see in lists; "What is stored" is the number before the script. Older rules use the stored value; the form can convert them.
- **Conditions**: look at other nodes of the same device too, or at a mean or change over some minutes. With "and" all must hold, with "or" any one.
- **Alarms by class**: with "Class" under "What is judged" the limit is not a number but a class of the standard, for example "At least moderately polluted". You need not know the concentrations, and a new standard changes no rule. Air is judged by the mean of the last 60 minutes, 45 of them measured, noise by the day or night so far, water sample by sample; with too little data there is no class, which neither raises nor ends an alarm. To watch a whole station, join its pollutants with "or". A rule by pollutant also watches models that measure in other units. Only nodes that a standard judges have a class.
- **Doubted values**: a value that a test or the device itself calls suspect or failed on arrival neither raises nor ends an alarm, and counts in no mean. Values without tests are judged as they are.
- **Schedule**: alarms only on the chosen days and hours; empty means always.
- **Hold time**: the condition must hold for so many seconds, 10 by default. **Repeat interval**: 0 tells once, any other number again after so many minutes. **No data for**: raises an alarm once no data has come for so many minutes.
- **Hysteresis**: how far back within the limit a value has to go before the alarm is over. **Normal for at least**: a rule that fires again within this time continues the same alarm. Both prevent a value that fluctuates around the limit from raising alarm after alarm.
- **Whom to tell**: contacts, or "Channels" (group robots, webhooks, browser push); text messages and WeChat need a template. "Escalation" says who is told next while no user takes the alarm.
- **Recovery notice**: sent when the value is normal again. **Linked control**: writes a value to a node of another device. One alarm causes 10 commands a minute at most; linked control that changes its own trigger or forms a loop, also through virtual devices, cannot be saved. If a device that comes into the scope later closes a loop, nothing is switched for it, and the alarm says why.
- **Preview**: drag the handle at the right end of a limit (or use the arrow keys, with Shift ten times as far, Esc to undo), and the form follows; a class moves to the next class, and a limit at night has a moon. Below are the alarms, devices and messages that the data of the last 30 days (or 7) would have brought, and what hysteresis saves. Messages are counted as if no user took the alarms, including the steps of escalations; a digest is one message. On a phone the preview is the second tab.
- **For many devices at once**: tick them in the device list, then "Set alarm rule" in the batch bar adds them to a rule or makes a new one. A cloned rule is always enabled.`,
  'alarmConfig/user': `## Alarm contacts
The people who are told of alarms. Give a phone number or an email address.

- **Link WeChat**: the contact scans the QR code with a phone within 60 seconds; an expired code can be refreshed.
- A text message costs 0.1 yuan and counts against the text messages left of the project; email and WeChat are free.
- A contact that rules still use cannot be deleted.`,
  'alarmConfig/channel': `## Channels
Further ways to send alarms besides text messages, WeChat and email; choose them in a threshold under "Channels".

- **Robots of DingTalk, WeCom and Feishu groups**: enter the address of the group's custom robot, and its secret if it signs. The address works like a password: it is not shown again.
- **Webhook**: JSON is posted to the address, with an HMAC-SHA256 signature in the header X-Signature. Private addresses are refused by default.
- **Browser push**: reaches users who opted in and may see the device. A browser is opted in where the channel is edited, under "Test and results" or in the bell's alert settings; that needs HTTPS. It ends in a browser when the user signs out or another user signs in there, and in all browsers when the password is changed, or the user is disabled or deleted. When a session merely expires, push continues for devices that the user may still see.
- If the receiver does not answer, the message is tried again after 5 s, 30 s, 2 min, 10 min and 30 min, then given up; "Test and results" says why, and sends it **again**.
- Messages link to the alarm where PUBLIC_URL is set.`,
  'alarmConfig/maintenance': `## Maintenance windows
During repairs, calibrations or known works alarms are recorded as usual, but not told.

- **Times** are in the platform's time zone: once, or daily, weekly, monthly; any other repetition is written as an RRULE (RFC 5545). Where clocks change for summer, the time on the clock counts. Months without a 31st are skipped; "last day" works in every month.
- **What it covers**: devices, an area with all below, a product model, an alarm rule. Choose at least one; each further one narrows the choice.
- A **planned** window is shown at its devices a day ahead, with its times, so that the people on duty know which alarms will not be told. The list has the state of each window and the times that come next. Curves of the history, the comparison and the device's page show its times as grey bands; a window over one rule is shown in the curve of that rule's alarms, and beside the rule in the list of rules and on the pages of its devices; a window over some of the rule's devices only on the pages of these devices.
- Alarms that fire during the window are marked "In maintenance" in the alarm records, and the send log says why nothing was sent; linked controls are not carried out, not even later.
- Alarms that are **still active at the end** are told then; those that ended during the window are not. Disabling, changing or deleting a window ends it too.
- **Values that do not count** are stored, flagged "maintenance", and stay out of means, indices and alarms.`,
  'alarmConfig/roster': `## Rosters
Who is on call when. Alarms can be assigned to a roster, and an escalation can tell the person on call.

- **People** are alarm contacts, who take turns in their order; **a turn lasts** so many days or weeks and changes at the **handover** (in the platform's time zone). The first turn begins on the given day; before it no one is on call.
- **Exceptions**: who is on call for a time, in place of one person or of the person on call. If several apply, the last one counts.
- Where a contact has a **user**, alarms that are assigned to the roster while that contact is on call belong to that user.
- "Who is on call" shows the next four weeks. A contact that a roster uses cannot be deleted.`,
  'alarmConfig/escalation': `## Escalations
Who is told of an alarm while no user takes it. Choose one in a threshold under "Escalation".

- Each step has a number of minutes and a recipient: the person on call on a roster, the next person of a roster, a contact, a channel, or all recipients whom the threshold tells at a level.
- A person can be told in one way only (text message, WeChat or email), for example by WeChat first and by text message ten minutes later. A person without an address for that way is not told in another way, and the send log says so.
- **Next** is the person whose turn comes after that of the person on call, or the stand-in of that next person; if there is no other person, it is the person on call.
- Minutes count from the start of the alarm, and start again when it is reopened, given back, or fires again after it was closed. If an alarm that no user has taken ends and fires again within "Normal for at least", the steps go on where they were.
- The escalation stops once a user has taken the alarm, or it is closed or over. While the alarm is snoozed, steps wait, and the later ones are delayed by the same time; nothing is escalated under maintenance; for alarms that are still active at its end, the escalation begins then.
- Each step is recorded in the alarm's timeline and in the send log. Unless a step names one, a contact is told in every way there is; text messages are charged.`,
}
