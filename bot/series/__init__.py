"""Series: dates, seats and standings of sessions that moderators schedule.

Nothing here but `service` and `records` knows a clock, a database or Discord.
"""
