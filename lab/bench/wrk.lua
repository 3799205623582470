-- Sends the requests of a file with wrk, one after the other, and prints one line of counts at the end.
-- REQUESTS: the file, its requests separated by zero bytes; START: the first one; PORTS: one server per thread, in turn.
local ports = {}
for port in os.getenv("PORTS"):gmatch("%d+") do ports[#ports + 1] = port end

local threads = 0
function setup(thread)
  local port = ports[threads % #ports + 1]
  for _, address in ipairs(wrk.lookup("127.0.0.1", port)) do thread.addr = address end
  thread:set("number", threads)
  threads = threads + 1
end

-- All requests are read before the clock starts: sending the next one is a table look-up.
local requests, at = {}, 0
function init()
  for text in io.open(os.getenv("REQUESTS"), "rb"):read("*a"):gmatch("[^%z]+") do
    requests[#requests + 1] = text
  end
  at = (tonumber(os.getenv("START")) + number * 7919) % #requests
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency)
  local e = summary.errors
  io.write(string.format("care-atlas %d %d %d %d %d %d\n", summary.requests, summary.duration,
    latency:percentile(50), latency:percentile(99), summary.bytes,
    e.connect + e.read + e.write + e.status + e.timeout))
end
