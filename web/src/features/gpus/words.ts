/** What an XID of the NVIDIA driver means, and what helps where the number alone says so. */
const xids: Record<string, string> = {
  "13": "a kernel made an invalid access; a fault of the program, seldom of the GPU",
  "31": "a kernel touched memory that is not its own; a fault of the program, seldom of the GPU",
  "32": "commands to the GPU were damaged on their way",
  "38": "the driver's firmware failed",
  "43": "the GPU stopped the work of one program; the GPU itself is well",
  "45": "work was cleared away after an earlier error, or because its program was ended",
  "46": "the GPU stopped working and has to be reset",
  "48": "an ECC error could not be corrected; the GPU has to be reset",
  "54": "the auxiliary power cable is not connected",
  "61": "the GPU's internal controller halted; reset it",
  "62": "the GPU's internal controller halted; reset it",
  "63": "a failing part of memory was set aside; it takes effect with the next reset",
  "64": "a failing part of memory could not be set aside; the GPU may have to be replaced",
  "68": "the video decoder failed",
  "69": "the graphics engine refused a command; a fault of the program or the driver",
  "74": "an NVLink failed; look at the links and the other GPU",
  "79": "the GPU has fallen off the bus; the host has to be restarted, look at power, heat and seating",
  "92": "many ECC errors had to be corrected",
  "94": "an ECC error that could not be corrected was contained; only its program was ended",
  "95": "an ECC error that could not be corrected was not contained; the GPU has to be reset",
  "109": "switching between programs took too long",
  "119": "the GPU's system processor did not answer; reset the GPU",
  "120": "the GPU's system processor failed; reset the GPU",
  "121": "the link between CPU and GPU had a corrected error",
  "140": "an ECC error in memory was not recovered; reset the GPU",
  "143": "the GPU could not be initialized",
  "154": "the driver asks for a recovery of the GPU, such as a reset",
};

const errors: Record<string, string> = {
  uncorrected: "ECC errors that could not be corrected",
  ras_uncorrected: "RAS errors that could not be corrected",
};

/** An error as it is counted, with its meaning: "xid 79" → "xid 79: the GPU has fallen off the bus…". */
export function errorWords(type: string, count = 1): string {
  const [, code = ""] = /^xid (\d+)$/.exec(type) ?? [];
  const meaning = xids[code] ?? errors[type];
  const name = `${type.replaceAll("_", " ")}${count > 1 ? ` × ${Math.round(count)}` : ""}`;
  return meaning ? `${name}: ${meaning}` : name;
}

const reasons: Record<string, string> = {
  sw_power_cap: "its power limit is reached",
  hw_slowdown: "heat or power made the hardware halve the clocks",
  sw_thermal: "warm, slowed by the driver",
  hw_thermal: "too hot, slowed by the hardware",
  hw_power_brake: "the power supply asks for less",
  average_power: "its power limit is reached",
  burst_power: "its limit of short power peaks is reached",
  thermal: "too hot",
  psu_alert: "the power supply asks for less",
};

/** A reason for throttling with its meaning: "sw_power_cap" → "sw power cap: its power limit is reached". */
export function reasonWords(reason: string): string {
  const name = reason.replaceAll("_", " ");
  return reasons[reason] ? `${name}: ${reasons[reason]}` : name;
}
